import { setTimeout as pause } from 'node:timers/promises';
import { RELEASE_BROADCAST } from '@atrium/releases/wire';
import * as v from 'valibot';
import { listTraces } from '../in-page/inspect.ts';
import { accessibilityProblems } from './accessibility.ts';
import { VISITORS, type SiteUnderTest, type Visitor } from './site-under-test.ts';
import type { Screen, Tab } from './tab.ts';

/** Number of tabs to open in parallel. Pages mostly wait, and the machines of pipelines have two to four processors. */
const PARALLEL_TABS = 3;

/** Milliseconds for a page that was left to finish, such as the end of an animation. */
const CLEANUP_TIME = 3_000;

const lines = v.array(v.string());

/** What the browser showed of the module's pages, before any check. */
export interface PageObservations {
  /** Every route, as every visitor. */
  readonly visits: readonly Visit[];
  /** For each route, one visitor who stays on the page instead of being redirected. */
  readonly views: readonly View[];
  readonly walks: readonly Walk[];
}

/** A page, and a visitor who sees it. */
interface Sight {
  readonly path: string;
  readonly visitor: Visitor;
  /** Key of the extension, if this is about one. */
  readonly extension?: string;
}

/** An extension, the page that shows it, and a visitor who sees it. */
export type ExtensionSight = Required<Sight>;

/** A page of the module, and a visitor who sees it. */
export interface View extends Sight {
  readonly route: string;
}

/** A route, opened by its URL. */
export interface Visit extends View {
  readonly screen: Screen;
  /** Errors on the console. */
  readonly errors: readonly string[];
  /** Paths of the module's files that were loaded. */
  readonly loaded: ReadonlySet<string>;
  /** What axe found, by colour scheme. Null after a redirect, and for all visitors but the first. */
  readonly accessibility: readonly (readonly [scheme: string, problem: string])[] | null;
}

/** Two navigations to a page and away from it, and one on which the page throws an error. */
export interface Walk {
  readonly view: View;
  /** The page after the first navigation to it. */
  readonly arrival: Screen;
  /** What the second visit registered and did not remove, and the channels of both visits. The first may set up what lasts as long as the tab, such as the module's start. */
  readonly leftovers: readonly string[];
  /** What exists in the tab only because of the module. */
  readonly traces: readonly string[];
  /** Errors on the console. */
  readonly errors: readonly string[];
  /** The screen after an error was thrown in the middle of the page. */
  readonly failed: Screen;
  /** The screen that the link to the start page led to; null if the header was gone. */
  readonly afterFailure: Screen | null;
}

/** Opens every route as every visitor, each in one tab: a document costs less there than in a new one. */
export async function openRoutes(site: SiteUnderTest): Promise<Pick<PageObservations, 'visits' | 'views'>> {
  const routes = Object.keys(site.manifest.moduleManifest.routes);
  const visits = await Promise.all(
    VISITORS.map((visitor) =>
      site.inTab(visitor, async (tab) => {
        const seen: Visit[] = [];
        for (const [index, route] of routes.entries()) {
          // A page can store where it was, or log out.
          if (index > 0) await site.renew(tab, visitor);
          seen.push(await visit(tab, { route, path: site.pathOf(route), visitor }));
        }
        return seen;
      }),
    ),
  );
  const views = new Map<string, View>();
  for (const { route, path, visitor, screen } of visits.flat()) {
    if (screen.path === path && !views.has(route)) views.set(route, { route, path, visitor });
  }
  return { visits: visits.flat(), views: [...views.values()] };
}

async function visit(tab: Tab, view: View): Promise<Visit> {
  const screen = await tab.load(view.path);
  const seen = { ...view, screen, errors: [...tab.errors], loaded: new Set(tab.loaded) };
  const isSeen = view.visitor === VISITORS[0] && screen.path === view.path;
  return { ...seen, accessibility: isSeen ? await accessibilityProblems(tab.page, 'html') : null };
}

/** Navigates to each page and away from it, without loading a document. */
export async function walkPages(site: SiteUnderTest, views: readonly View[]): Promise<Walk[]> {
  const baselines = new Map<Visitor, ReadonlySet<string>>();
  for (const visitor of new Set(views.map((view) => view.visitor))) baselines.set(visitor, new Set(await tracesWithoutModule(site, visitor)));
  const walks = await inParallel(views, (view) => site.inTab(view.visitor, (tab) => walk(tab, site, view, baselines.get(view.visitor) ?? new Set())));
  return walks.map(({ channels, hasStart, ...one }) => {
    // The start may join channels for as long as the tab lives. They are left after each page.
    const others = walks.filter(({ view }) => view.visitor === one.view.visitor);
    const ofPage = channels.filter((channel) => !hasStart || !others.every((other) => other.channels.includes(channel)));
    return { ...one, leftovers: [...one.leftovers, ...ofPage.map(channelText)] };
  });
}

/** A walk with the channels that are left after it. */
interface RawWalk extends Walk {
  readonly channels: readonly string[];
  readonly hasStart: boolean;
}

async function walk(tab: Tab, site: SiteUnderTest, view: View, baseline: ReadonlySet<string>): Promise<RawWalk> {
  await tab.load('/');
  const before = new Set(tab.channels);
  const arrival = await tab.goTo(view.path);
  await tab.leave();
  await tab.call('registrations', 'begin', v.null());
  await tab.goTo(view.path);
  await tab.leave();
  const { leftovers, channels } = await leftoversOf(site, tab, before);
  const hasStart = (await tab.start()).state !== 'none';
  const traces = await tab.evaluate(lines, listTraces, undefined);
  const errors = [...tab.errors];
  await tab.call('errors', 'breakPages', v.unknown());
  const failed = await tab.goTo(view.path);
  const afterFailure = failed.hasHeader ? await tab.leave() : null;
  return { view, arrival, leftovers, channels, hasStart, traces: traces.filter((trace) => !baseline.has(trace)), errors, failed, afterFailure };
}

/**
 * What a page or an extension that is no longer on screen has registered and not removed, and the channels that it joined and did not
 * leave. A channel whose name begins with the name of another module belongs to that module.
 *
 * @param before channels that were joined without it
 */
export async function leftoversOf({ others }: SiteUnderTest, tab: Tab, before: ReadonlySet<string>): Promise<{ readonly leftovers: string[]; readonly channels: string[] }> {
  const isOfOthers = (channel: string) => others.some(({ name }) => channel.startsWith(name) && !/^[a-z0-9]/.test(channel.slice(name.length)));
  for (const end = Date.now() + CLEANUP_TIME; ; await pause(100)) {
    const channels = [...tab.channels].filter((channel) => channel !== RELEASE_BROADCAST.topic && !before.has(channel) && !isOfOthers(channel));
    const leftovers = await tab.call('registrations', 'leftovers', lines);
    if ((leftovers.length === 0 && channels.length === 0) || Date.now() > end) return { leftovers, channels };
  }
}

/** A channel as a leftover. */
export function channelText(channel: string): string {
  return `the realtime channel "${channel}" joined`;
}

/** What exists in a visitor's tab without the module. */
export function tracesWithoutModule(site: SiteUnderTest, visitor: Visitor): Promise<string[]> {
  return site.inTab(visitor, async (tab) => {
    await tab.page.route(({ pathname }) => pathname.startsWith(site.base), (route) => route.abort());
    await tab.load('/');
    return tab.evaluate(lines, listTraces, undefined);
  });
}

/** Runs a task for each item, a few at a time. Returns the results in the order of the items. */
export async function inParallel<Item, Result>(items: readonly Item[], task: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = items.entries();
  const work = async () => {
    for (const [index, item] of remaining) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: PARALLEL_TABS }, work));
  return results;
}

/** A page and its visitor, as findings name them. */
export function placeOf({ path, visitor, extension }: Sight): string {
  return `${extension === undefined ? '' : `extension ${extension} at `}${path}, ${visitor}`;
}
