import * as v from 'valibot';
import { listTraces } from '../in-page/inspect.ts';
import { channelText, inParallel, leftoversOf, tracesWithoutModule, type ExtensionSight, type View } from './observations.ts';
import { VISITORS, type Extensions, type SiteUnderTest, type Visitor } from './site-under-test.ts';
import type { ExtensionScreen } from './tab.ts';

/** Sizes of the window in CSS pixels in which the space of an extension is measured. The first is the default one. */
const WINDOWS = [{ width: 1280, height: 720 }, { width: 390, height: 844 }] as const;

/** What the browser showed of the module's slots and extensions. */
export interface ExtensionObservations {
  /** Keys of the module's slots that are on none of its pages. */
  readonly missingSlots: readonly string[];
  /** Extensions that no visitor saw, with the paths that were opened. Those that wait for a slot are not among them. */
  readonly unseen: readonly { readonly extension: string; readonly paths: readonly string[] }[];
  readonly visits: readonly ExtensionVisit[];
}

/** Two visits of the page that shows an extension, as the only one of the site. */
export interface ExtensionVisit {
  readonly view: ExtensionSight;
  readonly screen: ExtensionScreen;
  /** What it needs in windows of several widths, in CSS pixels. */
  readonly spaces: readonly (Pick<ExtensionScreen, 'height' | 'reserved' | 'excessWidth'> & { readonly windowWidth: number })[];
  /** Errors on the console. On pages of other modules, only those of this module's files. */
  readonly errors: readonly string[];
  /** Paths of the module's files that were loaded. */
  readonly loaded: ReadonlySet<string>;
  /** What the second visit registered and did not remove. */
  readonly leftovers: readonly string[];
  /** What exists in the tab only because of the module. */
  readonly traces: readonly string[];
}

/** Finds the module's slots on its pages, and opens its extensions. */
export async function visitExtensions(site: SiteUnderTest, views: readonly View[]): Promise<ExtensionObservations> {
  const { name } = site.manifest;
  const slots = await findSlots(site, views);
  const shown = site.extensionStates().filter(({ state }) => state === 'shown');
  const found = await inParallel(shown, async ({ extension, slot }) => {
    const paths = slot.startsWith(`${name}.`) ? [slots.get(slot.slice(name.length + 1)) ?? []].flat() : site.pathsOfSlot(slot);
    return { extension, paths, view: await findExtension(site, extension, paths) };
  });
  const seen = found.flatMap(({ view }) => view ?? []);
  const baselines = new Map<Visitor, ReadonlySet<string>>();
  for (const visitor of new Set(seen.map((view) => view.visitor))) baselines.set(visitor, new Set(await tracesWithoutModule(site, visitor)));
  const visits = await inParallel(seen, (view) => visit(site, view, baselines.get(view.visitor) ?? new Set()));
  return {
    missingSlots: Object.keys(site.contributions.slots ?? {}).filter((slot) => !slots.has(slot)),
    unseen: found.filter(({ view }) => view === null),
    visits: visits.flatMap((one) => one ?? []),
  };
}

/** Name of an extension on screen, `module.extension`. */
export function extensionId({ manifest }: SiteUnderTest, extension: string): string {
  return `${manifest.name}.${extension}`;
}

/** The path of a page with each of the module's slots, by its key. Extensions without code show where the slots are. */
async function findSlots(site: SiteUnderTest, views: readonly View[]): Promise<ReadonlyMap<string, string>> {
  const slots = Object.entries(site.contributions.slots ?? {});
  const probeOf = (slot: string) => `atrium-verify-${slot}`;
  const probes: Extensions = Object.fromEntries(
    slots.map(([slot, { version }]) => [probeOf(slot), { slot: extensionId(site, slot), slotVersion: version, title: { en: 'atrium verify' }, size: { height: 16 } }]),
  );
  const paths = new Map<string, string>();
  for (const { path, visitor } of views) {
    const missing = slots.map(([slot]) => slot).filter((slot) => !paths.has(slot));
    if (missing.length === 0) break;
    await site.inTab(visitor, async (tab) => {
      await tab.load(path);
      for (const slot of missing) if (await tab.showExtension(extensionId(site, probeOf(slot)))) paths.set(slot, path);
    }, probes);
  }
  return paths;
}

/** A page and a visitor who sees the extension there; null if none does. */
async function findExtension(site: SiteUnderTest, extension: string, paths: readonly string[]): Promise<ExtensionSight | null> {
  for (const visitor of paths.length > 0 ? VISITORS : []) {
    const path = await site.inTab(visitor, async (tab) => {
      await tab.loadEmptyPage();
      for (const candidate of paths) {
        const screen = await tab.goTo(candidate);
        if (await tab.showExtension(extensionId(site, extension))) return screen.path;
      }
      return null;
    }, site.onlyExtension(extension));
    if (path !== null) return { path, visitor, extension };
  }
  return null;
}

/** Null if the page shows the extension only after navigations, as it then depends on the page before. */
function visit(site: SiteUnderTest, view: ExtensionSight, baseline: ReadonlySet<string>): Promise<ExtensionVisit | null> {
  const id = extensionId(site, view.extension);
  return site.inTab(view.visitor, async (tab) => {
    await tab.load(view.path);
    const screen = await tab.showExtension(id);
    if (screen === null) return null;
    const [errors, loaded] = [[...tab.errors], new Set(tab.loaded)];
    const spaces: ExtensionVisit['spaces'][number][] = [];
    for (const size of WINDOWS) {
      await tab.page.setViewportSize(size);
      const { height, reserved, excessWidth } = (await tab.showExtension(id)) ?? screen;
      spaces.push({ windowWidth: size.width, height, reserved, excessWidth });
    }
    await tab.page.setViewportSize(WINDOWS[0]);
    await tab.goToEmptyPage();
    await tab.call('registrations', 'begin', v.null());
    await tab.goTo(view.path);
    await tab.showExtension(id);
    await tab.goToEmptyPage();
    const { leftovers, channels } = await leftoversOf(site, tab, new Set());
    // The start could have joined them.
    const ofExtension = (await tab.start()).state === 'none' ? channels.map(channelText) : [];
    const traces = await tab.evaluate(v.array(v.string()), listTraces, undefined);
    return { view, screen, spaces, errors, loaded, leftovers: [...leftovers, ...ofExtension], traces: traces.filter((trace) => !baseline.has(trace)) };
  }, site.onlyExtension(view.extension));
}
