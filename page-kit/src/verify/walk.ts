import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { lookAtTraces } from './in-page/look-at-traces.ts';
import type { OpenTab, Screen } from './open-tab.ts';
import type { View } from './screens.ts';
import { sideBySide } from './side-by-side.ts';
import type { TriedSite } from './tried-site.ts';
import type { Visitor } from './visitors.ts';

/** Milliseconds for what a page still has to do after it was left, such as the end of an animation. */
const AFTERMATH = 3_000;

const lines = v.array(v.string());

/** What came of going to a page and away from it, twice. */
export interface Walk {
  readonly view: View;
  /** The page, as the first navigation to it came to rest. */
  readonly arrival: Screen;
  /** What the second visit registered and left behind. The first may set up what lasts as long as the tab, such as the module's start. */
  readonly leftovers: readonly string[];
  /** What is in the tab that is not there without the module. */
  readonly traces: readonly string[];
  /** What was complained of on the console. */
  readonly errors: readonly string[];
}

/** Walks to each page and away from it, without loading anything anew. */
export async function takeWalks(tried: TriedSite, views: readonly View[]): Promise<Walk[]> {
  const untouched = new Map<Visitor, ReadonlySet<string>>();
  for (const visitor of new Set(views.map((view) => view.visitor))) untouched.set(visitor, new Set(await tracesWithout(tried, visitor)));
  return sideBySide(views, (view) => tried.inTab(view.visitor, (tab) => walk(tab, view, untouched.get(view.visitor) ?? new Set())));
}

async function walk(tab: OpenTab, view: View, without: ReadonlySet<string>): Promise<Walk> {
  await tab.load('/');
  const arrival = await tab.goTo(view.path);
  await tab.leave();
  await tab.call('registrations', 'begin', v.null());
  await tab.goTo(view.path);
  await tab.leave();
  const leftovers = await leftoversOf(tab);
  const traces = await tab.ask(lines, lookAtTraces, undefined);
  return { view, arrival, leftovers, traces: traces.filter((trace) => !without.has(trace)), errors: [...tab.errors] };
}

async function leftoversOf(tab: OpenTab): Promise<string[]> {
  for (const end = Date.now() + AFTERMATH; ; await pause(100)) {
    const left = await tab.call('registrations', 'leftovers', lines);
    if (left.length === 0 || Date.now() > end) return left;
  }
}

function tracesWithout(tried: TriedSite, visitor: Visitor): Promise<string[]> {
  return tried.inTab(visitor, async (tab) => {
    await tab.page.route(({ pathname }) => pathname.startsWith(tried.base), (route) => route.abort());
    await tab.load('/');
    return tab.ask(lines, lookAtTraces, undefined);
  });
}
