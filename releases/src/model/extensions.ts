import { SITE_SLOTS } from './site-slots.ts';

/** Maximum extensions of one slot, over all modules. The gate refuses more, and tabs ignore them. */
export const MAX_EXTENSIONS = 100;

/** The part of a module manifest, or of its contributions, that decides which extensions a site shows. */
interface ExtensionModule {
  readonly name: string;
  readonly slots?: { readonly [slot: string]: { readonly version: string } };
  readonly extensions?: { readonly [extension: string]: { readonly slot: string; readonly slotVersion: string } };
}

/** An extension, and whether the site shows it. */
export interface ExtensionState {
  readonly module: string;
  /** Key in the module's manifest. */
  readonly extension: string;
  /** `module.slot` */
  readonly slot: string;
  /** The version of the slot that the extension was written for. */
  readonly slotVersion: string;
  /** The version of the slot that the site has; null if the site has no such slot. */
  readonly offered: string | null;
  readonly state: 'shown' | 'waiting-for-slot' | 'waiting-for-version';
}

/**
 * Whether a slot works with an extension: it has the same major version as the extension was written for, and the same or a
 * later minor version.
 *
 * @param offered the slot's version, `MAJOR.MINOR`
 * @param needed the version that the extension was written for
 */
export function slotFits(offered: string, needed: string): boolean {
  const [offeredMajor, offeredMinor] = offered.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  return offeredMajor === neededMajor && (offeredMinor ?? 0) >= (neededMinor ?? 0);
}

/** The state of every extension of these modules, which together with the shell's own slots are a site. */
export function extensionStates(modules: readonly ExtensionModule[]): ExtensionState[] {
  const own = modules.flatMap(({ name, slots = {} }) => Object.entries(slots).map(([slot, declared]) => [`${name}.${slot}`, declared] as const));
  const versions = new Map<string, string>([...Object.entries(SITE_SLOTS), ...own].map(([slot, { version }]) => [slot, version]));
  return modules.flatMap(({ name: module, extensions = {} }) =>
    Object.entries(extensions).map(([extension, { slot, slotVersion }]): ExtensionState => {
      const offered = versions.get(slot) ?? null;
      const state = offered === null ? 'waiting-for-slot' : slotFits(offered, slotVersion) ? 'shown' : 'waiting-for-version';
      return { module, extension, slot, slotVersion, offered, state };
    }),
  );
}
