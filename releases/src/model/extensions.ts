/** The part of a module manifest, or of its contributions, that decides which extensions a site shows. */
export interface ExtensionModule {
  readonly name: string;
  readonly slots?: { readonly [slot: string]: { readonly version: string } };
  readonly extensions?: { readonly [extension: string]: { readonly slot: string; readonly slotVersion: string } };
}

/** Whether a site shows an extension, or what the extension waits for. */
export type ExtensionState = {
  readonly module: string;
  /** Key in the module's manifest. */
  readonly extension: string;
  /** `module.slot` */
  readonly slot: string;
  /** The version of the slot that the extension was written for. */
  readonly slotVersion: string;
} & (
  | { readonly state: 'shown' | 'waiting-for-slot' }
  | {
      readonly state: 'waiting-for-version';
      /** The version of the slot that the site has. */
      readonly offered: string;
    }
);

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

/** The state of every extension of these modules, which together are a site. */
export function extensionStates(modules: readonly ExtensionModule[]): ExtensionState[] {
  const versions = new Map<string, string>(
    modules.flatMap(({ name, slots = {} }) => Object.entries(slots).map(([slot, { version }]) => [`${name}.${slot}`, version] as const)),
  );
  return modules.flatMap(({ name: module, extensions = {} }) =>
    Object.entries(extensions).map(([extension, { slot, slotVersion }]): ExtensionState => {
      const common = { module, extension, slot, slotVersion };
      const offered = versions.get(slot);
      if (offered === undefined) return { ...common, state: 'waiting-for-slot' };
      return slotFits(offered, slotVersion) ? { ...common, state: 'shown' } : { ...common, state: 'waiting-for-version', offered };
    }),
  );
}
