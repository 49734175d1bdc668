import { MAX_EXTENSIONS, slotFits } from '../model/extensions.ts';
import type { GateFinding } from '../model/gate-check.ts';
import type { ModuleManifest } from '../model/module-manifest.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import { against, nameOf, type Neighbour } from './neighbours.ts';

type PageModule = Extract<ReleaseManifest, { kind: 'page-module' }>;

/**
 * Where a page module breaks the slots or extensions of the site. Extensions of slots that the site does not have are allowed:
 * they wait.
 *
 * @param live the module's live release, to which the proposed one must stay compatible. Null if it is in quarantine: a bad release
 * must not keep sound ones from replacing it.
 */
export function slotFindings(proposal: ReleaseManifest, neighbours: readonly Neighbour[], live: ReleaseManifest | null): GateFinding[] {
  if (proposal.kind !== 'page-module') return [];
  return [
    ...(live?.kind === 'page-module' ? [...lostExtensions(proposal, neighbours, live), ...changedProps(proposal, live)] : []),
    ...crowdedSlots(proposal.moduleManifest, neighbours),
    ...orderCycles(proposal.moduleManifest, neighbours),
  ];
}

/** Extensions of other modules that work with the module's live release, and would not work with the proposed one. */
function lostExtensions(proposal: PageModule, neighbours: readonly Neighbour[], live: PageModule): GateFinding[] {
  const before = slotVersions(live);
  const after = slotVersions(proposal);
  return neighbours.flatMap((neighbour) => {
    const owner = neighbour.moduleManifest?.owner;
    return extensionsOf(neighbour.moduleManifest)
      .filter((extension) => isShown(extension, before) && !isShown(extension, after))
      .map(({ key, slot, slotVersion }): GateFinding => {
        const offered = after.get(slot);
        const change = offered === undefined ? `it has no slot ${slot}` : `its slot ${slot} has the version ${offered}`;
        return {
          check: 'slots',
          message:
            `${change}, and the extension ${key} of ${nameOf(neighbour)} (${owner === undefined ? 'no owner stated' : `owner: ${owner}`}) needs ${slotVersion}: ` +
            'keep the slot compatible until that team has released a version without this extension, or for the new slot',
          ...against(neighbour),
        };
      });
  });
}

function isShown({ slot, slotVersion }: Extension, versions: ReadonlyMap<string, string>): boolean {
  const offered = versions.get(slot);
  return offered !== undefined && slotFits(offered, slotVersion);
}

/** The versions of a module's slots, by `module.slot`. */
function slotVersions({ name, moduleManifest: { slots = {} } }: PageModule): ReadonlyMap<string, string> {
  return new Map(Object.entries(slots).map(([slot, { version }]) => [`${name}.${slot}`, version]));
}

/** Slots whose props differ from those of the live release under the same version. */
function changedProps({ moduleManifest: { slots = {} }, slotProps = {} }: PageModule, live: PageModule): GateFinding[] {
  const liveSlots = new Map(Object.entries(live.moduleManifest.slots ?? {}));
  const liveProps = new Map(Object.entries(live.slotProps ?? {}));
  return Object.entries(slotProps).flatMap(([slot, now]): GateFinding[] => {
    const version = slots[slot]?.version;
    const before = liveProps.get(slot);
    if (version === undefined || liveSlots.get(slot)?.version !== version || before === undefined) return [];
    if (withoutComments(before) === withoutComments(now)) return [];
    const [major, minor] = version.split('.').map(Number);
    return [
      {
        check: 'slots',
        message:
          `the props of its slot ${slot} have changed, and its version is still ${version}: raise the version to ` +
          `${major ?? 0}.${(minor ?? 0) + 1} if you only added props, and to ${(major ?? 0) + 1}.0 if you changed or removed one`,
      },
    ];
  });
}

/** A type without comments and line breaks. The first alternative skips texts, which may contain the characters of a comment. */
function withoutComments(type: string): string {
  return type
    .replace(/("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Slots that get too many extensions, counted over everything that a visitor may get. */
export function crowdedSlots(proposal: ModuleManifest, neighbours: readonly Neighbour[]): GateFinding[] {
  const own = extensionsOf(proposal);
  const others = neighbours.filter(({ as }) => as !== 'previous').flatMap(({ moduleManifest }) => extensionsOf(moduleManifest));
  return [...new Set(own.map(({ slot }) => slot))].flatMap((slot): GateFinding[] => {
    // A module's live release and its canary count once: a visitor gets one of them.
    const { size } = new Set([...own, ...others].filter((extension) => extension.slot === slot).map(({ name }) => name));
    if (size <= MAX_EXTENSIONS) return [];
    return [
      {
        check: 'slots',
        message: `the slot ${slot} would have ${size} extensions, and ${MAX_EXTENSIONS} are allowed: remove some of yours, or ask the other modules' owners`,
      },
    ];
  });
}

/** Cycles of `after` that contain an extension of the module. */
export function orderCycles(proposal: ModuleManifest, neighbours: readonly Neighbour[]): GateFinding[] {
  const live = neighbours.filter(({ as }) => as === 'live').map(({ moduleManifest }) => moduleManifest);
  const extensions = new Map([proposal, ...live].flatMap(extensionsOf).map((extension) => [extension.name, extension]));
  const reported = new Set<string>();
  return extensionsOf(proposal).flatMap((start): GateFinding[] => {
    if (reported.has(start.name)) return [];
    const members = [start.name];
    for (let current = start; ; ) {
      const next = current.after === undefined ? undefined : extensions.get(current.after);
      // Without that extension in the same slot, `after` has no effect.
      if (next === undefined || next.slot !== start.slot) return [];
      if (next.name === start.name) break;
      // A cycle of others that this extension only comes after.
      if (members.includes(next.name)) return [];
      members.push(next.name);
      current = next;
    }
    for (const member of members) reported.add(member);
    const order = members.length === 1 ? `the extension ${start.name} comes after itself` : `the extensions ${[...members, start.name].join(' → ')} each come after the next`;
    return [{ check: 'slots', message: `${order}: remove \`after\` from one of yours` }];
  });
}

/** An extension with its place. */
interface Extension {
  readonly key: string;
  /** `module.extension` */
  readonly name: string;
  readonly slot: string;
  readonly slotVersion: string;
  readonly after?: string;
}

function extensionsOf(manifest: ModuleManifest | null): Extension[] {
  if (manifest === null) return [];
  return Object.entries(manifest.extensions ?? {}).map(([key, extension]) => ({ ...extension, key, name: `${manifest.name}.${key}` }));
}
