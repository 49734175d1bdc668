import { slotFits } from '../model/extensions.ts';
import type { GateFinding } from '../model/gate-check.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import { against, nameOf, type Neighbour } from './neighbours.ts';

type PageModule = Extract<ReleaseManifest, { kind: 'page-module' }>;

/** Limit for the extensions of one slot, by all modules together. */
const MAX_EXTENSIONS = 100;

/**
 * Where a page module breaks the slots or extensions of the site. Extensions of slots that the site does not have are allowed:
 * they wait.
 *
 * @param live the module's live release, to which the proposed one must stay compatible. Undefined if it is in quarantine: a bad
 * release must not keep sound ones from replacing it.
 */
export function slotFindings(proposal: ReleaseManifest, neighbours: readonly Neighbour[], live: ReleaseManifest | undefined): GateFinding[] {
  if (proposal.kind !== 'page-module') return [];
  return [
    ...(live?.kind === 'page-module' ? [...lostExtensions(proposal, neighbours, live), ...changedProps(proposal, live)] : []),
    ...crowdedSlots(proposal, neighbours),
    ...orderCycles(proposal, neighbours),
  ];
}

/** Extensions of other modules that work with the module's live release, and would not work with the proposed one. */
function lostExtensions({ name, moduleManifest: { slots = {} } }: PageModule, neighbours: readonly Neighbour[], live: PageModule): GateFinding[] {
  const liveSlots = Object.entries(live.moduleManifest.slots ?? {});
  return neighbours.flatMap((neighbour) =>
    extensionsOf(neighbour.manifest).flatMap(({ key, slot, slotVersion }): GateFinding[] => {
      const [own, { version }] = liveSlots.find(([ownSlot]) => `${name}.${ownSlot}` === slot) ?? [null, { version: '' }];
      if (own === null || !slotFits(version, slotVersion)) return [];
      const offered = new Map(Object.entries(slots)).get(own)?.version;
      if (offered !== undefined && slotFits(offered, slotVersion)) return [];
      const change = offered === undefined ? `it has no slot ${own}` : `its slot ${own} has the version ${offered}`;
      return [
        {
          check: 'slots',
          message:
            `${change}, and the extension ${key} of ${nameOf(neighbour)} (${ownerOf(neighbour)}) needs ${slotVersion}: ` +
            'keep the slot compatible until that team has released a version without this extension, or for the new slot',
          ...against(neighbour),
        },
      ];
    }),
  );
}

function ownerOf({ manifest }: Neighbour): string {
  const owner = manifest.kind === 'page-module' ? manifest.moduleManifest.owner : undefined;
  return owner === undefined ? 'no owner stated' : `owner: ${owner}`;
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
function crowdedSlots(proposal: PageModule, neighbours: readonly Neighbour[]): GateFinding[] {
  const own = extensionsOf(proposal);
  const others = neighbours.filter(({ as }) => as !== 'previous').flatMap(({ manifest }) => extensionsOf(manifest));
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
function orderCycles(proposal: PageModule, neighbours: readonly Neighbour[]): GateFinding[] {
  const live = neighbours.filter(({ as }) => as === 'live').map(({ manifest }) => manifest);
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

function extensionsOf(manifest: ReleaseManifest): Extension[] {
  if (manifest.kind !== 'page-module') return [];
  return Object.entries(manifest.moduleManifest.extensions ?? {}).map(([key, extension]) => ({ ...extension, key, name: `${manifest.name}.${key}` }));
}
