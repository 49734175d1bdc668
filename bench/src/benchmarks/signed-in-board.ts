import type { BrowserContext } from 'playwright-core';
import { createAccount, giveSession, newPerson } from '../../../e2e/src/people/people.ts';
import { buildWithVite } from '../builds/vite-build.ts';
import { takeTurns, withBrowser } from '../measure/browser.ts';
import { LoadFailedError, slowDown } from '../measure/load.ts';
import type { Benchmark, Outcome } from '../report/outcome.ts';
import { median, rangeText, table } from '../report/tables.ts';
import { startBackend } from '../servers/backend.ts';
import { createBoard } from '../servers/filled-boards.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';
import { serveStaticSite } from '../servers/static-server.ts';

/** Notes on the board: more than a screen shows. */
const NOTES = 30;

/** Maximum time to the first notes, as a multiple of the Vite application's. */
const LIMIT = 0.8;

const TIME_LIMIT_MS = 60_000;

/** A cold load of a board by a signed-in user, compared with the same sources as one Vite application. */
export const signedInBoard: Benchmark = { runs: 9, measure };

/** @throws {LoadFailedError|ChromiumNotFoundError|BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const backend = await keep(startBackend());
    const atrium = await keep(startRealSite(report, backend));
    report('Building vite …');
    const vite = await keep(serveStaticSite(await buildWithVite(), atrium.url));
    const session = await createAccount({ backend }, newPerson());
    const board = await createBoard(backend, session, 'A board', NOTES);
    const load = async (context: BrowserContext, url: string): Promise<number> => {
      const page = await context.newPage();
      // esbuild, with which this program runs, wraps named functions in calls of __name, also those that run in the page.
      await page.addInitScript({ content: 'globalThis.__name = (value) => value;' });
      await giveSession(page, { backend }, JSON.stringify(session));
      await slowDown(await context.newCDPSession(page));
      await page.goto(`${url}/workspace/${board}`, { waitUntil: 'commit' });
      const time = await page.evaluate(timeOfFirstNote, TIME_LIMIT_MS);
      if (time === null) throw new LoadFailedError(`The board of ${url} did not show its notes.`);
      return time;
    };
    const sites = new Map([
      ['atrium', atrium.url],
      ['vite', vite.url],
    ]);
    const loads = await withBrowser((browser) => takeTurns(browser, sites, runs, load, report));
    const [own = [], reference = []] = loads.values();
    const ratio = median(own) / median(reference);
    return {
      text: table([
        ['a board, cold', 'ms to the first notes', 'range', '× vite'],
        ...[...loads].map(([name, times]) => [name, median(times).toFixed(0), rangeText(times), (median(times) / median(reference)).toFixed(3)]),
      ]),
      targets: [{ what: "time to the first notes of a board, by vite's", measured: ratio, limit: LIMIT, unit: '×' }],
      measured: { loads: Object.fromEntries(loads) },
    };
  });
}

/** Milliseconds from the start of the navigation to the first frame with a note; null if it takes too long. Runs in the page. */
async function timeOfFirstNote(limit: number): Promise<number | null> {
  while (!document.querySelector('[data-note]')) {
    if (performance.now() > limit) return null;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  // One frame after the note is in the document, it is on the screen.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now();
}
