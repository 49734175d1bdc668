import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { formatKilobytes } from '../../kilobytes.ts';
import type { Check, Finding } from './check.ts';
import { extensionId } from '../site/extension-visits.ts';
import { placeOf } from '../site/observations.ts';
import type { ModuleStart, Tab } from '../site/tab.ts';

/** Milliseconds for a module to load and start. */
const LOAD_TIMEOUT = 10_000;

/** Number of tabs in which a slow start is measured. The fastest counts, because a busy machine can only add time. */
const START_ATTEMPTS = 3;

/** The start takes little time. */
export const startCheck: Check = {
  name: 'start',
  expectation: 'The start of the module finishes within its time limit.',
  fix: 'Do only what the whole site needs in `start`, without waiting for the network, and move the rest to the pages. --start-ms sets the limit.',
  run: async (site, { views, extensions }, limits) => {
    const view = views[0] ?? extensions.visits[0]?.view;
    // Nothing that the site shows now loads the module.
    if (!view) return [];
    const where = placeOf(view);
    let fastest = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
      const { state, ms } = await site.inTab(view.visitor, async (tab) => {
        await tab.load(view.path);
        if (view.extension !== undefined) await tab.showExtension(extensionId(site, view.extension));
        return startOf(tab, limits.start);
      }, site.onlyExtension(view.extension));
      if (state === 'failed') return [{ where, problem: 'The start failed.' }];
      if (state === 'unknown') return [{ where, problem: 'The module did not start: it was not loaded, or has no `./module`.' }];
      fastest = Math.min(fastest, ms);
      if (fastest <= limits.start) return [];
    }
    return [{ where, problem: `The start takes at least ${fastest} ms; the limit is ${limits.start} ms.` }];
  },
};

/** The state of the start when it has finished or its time is over. */
async function startOf(tab: Tab, allowed: number): Promise<ModuleStart> {
  for (const end = Date.now() + LOAD_TIMEOUT; ; await pause(50)) {
    const start = await tab.start();
    const isOver = start.state === 'running' ? start.ms > allowed : start.state !== 'unknown';
    if (isOver || (start.state === 'unknown' && Date.now() > end)) return start;
  }
}

/** Routes and extensions load little code. */
export const sizeCheck: Check = {
  name: 'size',
  expectation: 'What each route and each extension loads of the module is within the size budget.',
  fix: 'Import what the first view does not need later, with `import()`, and look in the build for a library that is included completely. --budget-kb sets the budget.',
  run: (site, { visits, extensions }, limits) => {
    const sizes = new Map<string, number>();
    const sizeOf = (file: string) => {
      const content = site.files.get(file);
      const size = sizes.get(file) ?? (content ? brotliCompressSync(content).length : 0);
      sizes.set(file, size);
      return size;
    };
    const largest = new Map<string, number>();
    const pages = visits.map(({ route, loaded }) => [site.pathOf(route), [...loaded]] as const);
    // An extension in a slot of its own module does not load what the page around it has loaded.
    const filesAround = (path: string) => new Set(pages.filter(([page]) => page === path).flatMap(([, loaded]) => loaded));
    const parts = extensions.visits.map(({ view, loaded }) => [placeOf(view), [...loaded].filter((file) => !filesAround(view.path).has(file))] as const);
    for (const [where, loaded] of [...pages, ...parts]) {
      const bytes = loaded.reduce((sum, file) => sum + sizeOf(file), 0);
      largest.set(where, Math.max(bytes, largest.get(where) ?? 0));
    }
    const findings: Finding[] = [...largest]
      .filter(([, bytes]) => bytes > limits.bytes)
      .map(([where, bytes]) => ({ where, problem: `It loads ${formatKilobytes(bytes)} of the module, compressed; the budget is ${formatKilobytes(limits.bytes)}.` }));
    return Promise.resolve(findings);
  },
};
