import { MAX_EXTENSIONS, SITE_SLOTS, slotFits } from '@atrium/releases/model';
import { DEFAULT_ORDER } from '@atrium/releases/wire';
import type { ModuleContributions } from '../runtime/contributions.ts';
import { runningRelease } from '../runtime/tab-modules.ts';

type ExtensionDeclaration = NonNullable<ModuleContributions['contributions']['extensions']>[string];
type SlotDeclaration = NonNullable<ModuleContributions['contributions']['slots']>[string];

/** An extension in a slot, from one release of its module. */
export interface SlotExtension extends Pick<ModuleContributions, 'module'> {
  /** `module.extension`. */
  readonly id: string;
  readonly key: string;
  readonly release: string;
  readonly declaration: ExtensionDeclaration;
}

/** The declaration of a slot; undefined if the site has no such slot. */
export function slotNamed(slot: string, list: readonly ModuleContributions[]): SlotDeclaration | undefined {
  const ofSite = Object.entries<SlotDeclaration>(SITE_SLOTS).find(([name]) => name === slot);
  if (ofSite) return ofSite[1];
  const [owner, key = ''] = slot.split('.');
  const slots = list.find(({ module }) => module.manifest.name === owner)?.contributions.slots;
  return slots && Object.hasOwn(slots, key) ? slots[key] : undefined;
}

/**
 * The extensions of a slot in the order in which they are shown. Extensions that need another version of the slot wait for it.
 *
 * @param isForUser whether the user sees an extension
 */
export function extensionsOf(
  slot: string,
  list: readonly ModuleContributions[],
  isForUser: (declaration: ExtensionDeclaration) => boolean,
): readonly SlotExtension[] {
  const version = slotNamed(slot, list)?.version;
  if (version === undefined) return [];
  const all = list.flatMap(({ module, contributions: { extensions = {} } }) =>
    Object.entries(extensions)
      .filter(([, declaration]) => declaration.slot === slot && slotFits(version, declaration.slotVersion) && isForUser(declaration))
      .map(([key, declaration]) => ({ id: `${module.manifest.name}.${key}`, key, module, release: runningRelease(module), declaration })),
  );
  const ordered = behindTargets(all.toSorted(compare), slot);
  if (ordered.length > MAX_EXTENSIONS) warnOnce(`The slot ${slot} has ${ordered.length} extensions. It shows the first ${MAX_EXTENSIONS}.`);
  return ordered.slice(0, MAX_EXTENSIONS);
}

/** By order, then by name: not by locale, so that all users see the same order. */
function compare(one: SlotExtension, other: SlotExtension): number {
  const difference = (one.declaration.order ?? DEFAULT_ORDER) - (other.declaration.order ?? DEFAULT_ORDER);
  return difference || compareTexts(one.module.manifest.name, other.module.manifest.name) || compareTexts(one.key, other.key);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Moves each extension with `after` behind its target. */
function behindTargets(sorted: readonly SlotExtension[], slot: string): SlotExtension[] {
  const targets = new Map(sorted.map(({ id, declaration: { after } }) => [id, after]));
  const inCycles = sorted.filter(({ id }) => isInCycle(id, targets));
  if (inCycles.length > 0) {
    warnOnce(`In the slot ${slot}, "after" has no effect for ${inCycles.map(({ id }) => id).join(', ')}, because they form a cycle.`);
    for (const { id } of inCycles) targets.delete(id);
  }
  const ids = new Set(sorted.map(({ id }) => id));
  const followers = new Map<string, SlotExtension[]>();
  const waiting: SlotExtension[] = [];
  for (const extension of sorted) {
    const target = targets.get(extension.id);
    if (target === undefined || !ids.has(target)) waiting.push(extension);
    else followers.set(target, [...(followers.get(target) ?? []), extension]);
  }
  const result: SlotExtension[] = [];
  waiting.reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    result.push(next);
    waiting.push(...(followers.get(next.id) ?? []).toReversed());
  }
  return result;
}

function isInCycle(id: string, targets: ReadonlyMap<string, string | undefined>): boolean {
  const passed = new Set<string>();
  for (let at = targets.get(id); at !== undefined && !passed.has(at); at = targets.get(at)) {
    if (at === id) return true;
    passed.add(at);
  }
  return false;
}

const warnings = new Set<string>();

/** Warns the teams on the console, once for the tab. */
export function warnOnce(text: string): void {
  if (warnings.has(text)) return;
  warnings.add(text);
  console.warn(text);
}
