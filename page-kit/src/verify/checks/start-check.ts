import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Check } from '../check.ts';
import type { OpenTab } from '../open-tab.ts';
import { placeOf } from '../screens.ts';

const startSchema = v.object({ state: v.picklist(['none', 'unknown', 'running', 'done', 'failed']), ms: v.number() });

type Start = v.InferOutput<typeof startSchema>;

/** Milliseconds for a module to be loaded and started at all. */
const PATIENCE = 10_000;

/** Tabs that a slow start is looked at in: the fastest counts, because a busy machine adds to the time of some and takes from none. */
const TRIES = 3;

export const startCheck: Check = {
  name: 'start',
  expectation: 'The module starts within its time.',
  mend: 'Do in `start` only what the whole site needs, and do the rest in the pages; nothing in it may wait for the network. --start-ms sets the time.',
  run: async (tried, { screens, limits }) => {
    const view = screens.views[0] ?? { path: '/', visitor: 'signed in' as const };
    const where = placeOf(view);
    let fastest = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { state, ms } = await tried.inTab(view.visitor, async (tab) => {
        await tab.load(view.path);
        return startOf(tab, limits.start);
      });
      if (state === 'failed') return [{ where, problem: 'The start failed.' }];
      if (state === 'unknown') return [{ where, problem: 'The module was not started: it was not loaded, or has no `./module`.' }];
      fastest = Math.min(fastest, ms);
      if (fastest <= limits.start) return [];
    }
    return [{ where, problem: `The start takes ${fastest} ms or more, and ${limits.start} ms are allowed.` }];
  },
};

/** How a start went, or goes once its time is over: then nobody waits for its end. */
async function startOf(tab: OpenTab, allowed: number): Promise<Start> {
  for (const end = Date.now() + PATIENCE; ; await pause(50)) {
    const start = await tab.call('start', 'start', startSchema);
    const isOver = start.state === 'running' ? start.ms > allowed : start.state !== 'unknown';
    if (isOver || (start.state === 'unknown' && Date.now() > end)) return start;
  }
}
