import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Check, Finding } from '../check.ts';
import type { OpenTab } from '../open-tab.ts';
import { placeOf } from '../screens.ts';

const startSchema = v.object({ state: v.picklist(['none', 'unknown', 'running', 'done', 'failed']), ms: v.number() });

/** Milliseconds for a module to be loaded and started at all. */
const PATIENCE = 10_000;

export const startCheck: Check = {
  name: 'start',
  expectation: 'The module starts within its time.',
  mend: 'Do in `start` only what the whole site needs, and do the rest in the pages; nothing in it may wait for the network.',
  run: (tried, { screens, limits }) => {
    const view = screens.views[0] ?? { path: '/', visitor: 'signed in' as const };
    const where = placeOf(view);
    return tried.inTab(view.visitor, async (tab): Promise<Finding[]> => {
      await tab.load(view.path);
      const { state, ms } = await startOf(tab, limits.start);
      if (state === 'failed') return [{ where, problem: `The start failed after ${ms} ms.` }];
      if (state === 'unknown') return [{ where, problem: 'The module was not started: it was not loaded, or has no `./module`.' }];
      return state === 'running' || ms > limits.start ? [{ where, problem: `The start took ${state === 'running' ? 'more than ' : ''}${ms} ms, and ${limits.start} ms are allowed.` }] : [];
    });
  },
};

async function startOf(tab: OpenTab, allowed: number): Promise<v.InferOutput<typeof startSchema>> {
  for (const end = Date.now() + PATIENCE; ; await pause(50)) {
    const start = await tab.call('start', 'start', startSchema);
    const isOver = start.state === 'running' ? start.ms > allowed : start.state !== 'unknown';
    if (isOver || (start.state === 'unknown' && Date.now() > end)) return start;
  }
}
