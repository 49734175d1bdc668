import type { Browser, Page } from 'playwright-core';
import { createAccount, giveSession, newPerson, type GivenSession } from '../../../e2e/src/people.ts';
import { runSite, type RunningSite } from '../../../e2e/src/running-site.ts';
import { buildStaleParts } from '../../../scripts/build-parts.ts';
import type { Benchmark, Outcome } from '../benchmark.ts';
import { withBrowser } from '../measure/with-browser.ts';
import { limitedTimes } from '../report/limited-times.ts';
import { withSites } from '../servers/running-sites.ts';

/** Notes on the long board, and how many are stored at a time: the most that a request may answer with is 1000. */
const NOTES = 10_000;
const AT_ONCE = 1000;

/** How long the board is scrolled in each round, in milliseconds, and by how many pixels in each frame. */
const SCROLLED = 3000;
const STEP = 24;

/** The boards' names: one to have the code of the page, and one that is measured. */
const SHORT = 'A short board';
const LONG = 'A long board';

const TIMES = {
  /** From the press on the board's link, with the code of the page there, until its first notes are painted. */
  firstNotes: { label: 'first notes painted', limit: 1_500 },
  /** Of a frame on average: 50 frames in a second are 20 ms each. */
  frame: { label: 'a frame while scrolling', limit: 20 },
};
type LongBoardTimes = Readonly<Record<keyof typeof TIMES, number>>;

/** From a press on a board of ten thousand notes to its first notes, and how smoothly it scrolls. */
export const longBoard: Benchmark = { runs: 5, measure };

/** @throws {BuildFailedError|StartError|ChromiumNotFoundError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  await buildStaleParts((name) => report(`Building ${name} …`));
  return withSites(async (keep) => {
    const site = await keep(runSite(['--no-rate-limits']));
    report(`Writing ${String(NOTES)} notes …`);
    const session = await createAccount(site, newPerson());
    await fillBoards(site, session);
    const times: LongBoardTimes[] = [];
    await withBrowser(async (browser) => {
      for (let run = 0; run <= runs; run += 1) {
        if (run > 0) report(`Round ${String(run)} of ${String(runs)} …`);
        const measured = await measureOnce(browser, site, session);
        // The first round warms up, and does not count.
        if (run > 0) times.push(measured);
      }
    });
    return limitedTimes('a board of ten thousand notes', TIMES, times);
  });
}

async function fillBoards(site: RunningSite, session: GivenSession): Promise<void> {
  const board = crypto.randomUUID();
  await store(site, session, 'workspace_boards', [{ id: crypto.randomUUID(), name: SHORT }, { id: board, name: LONG }]);
  for (let first = 0; first < NOTES; first += AT_ONCE) {
    const notes = Array.from({ length: AT_ONCE }, (_, index) => noteOf(board, first + index));
    await store(site, session, 'workspace_notes', notes);
  }
}

/** Notes of different lengths, as people write them. */
function noteOf(board: string, index: number): Readonly<Record<string, string>> {
  return { board, title: `Note ${String(index)}`, body: 'What there is to say about it. '.repeat(index % 12) };
}

async function store({ backend }: RunningSite, { access_token: token }: GivenSession, table: string, rows: readonly unknown[]): Promise<void> {
  const answer = await fetch(`${backend.apiUrl}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  if (!answer.ok) throw new Error(`${table} cannot be filled: ${String(answer.status)} ${await answer.text()}`);
}

async function measureOnce(browser: Browser, site: RunningSite, session: GivenSession): Promise<LongBoardTimes> {
  const page = await browser.newPage();
  try {
    await giveSession(page, site, JSON.stringify(session));
    await page.goto(`${site.url}/workspace`);
    await page.getByRole('link', { name: SHORT }).click();
    await page.getByRole('heading', { level: 1, name: SHORT }).waitFor();
    await page.goBack();
    const link = page.getByRole('link', { name: LONG });
    await link.waitFor();
    const firstNotes = await page.evaluate(timeToFirstNote, { link: await link.elementHandle(), selector: '[data-note]' });
    return { firstNotes, frame: await scroll(page) };
  } finally {
    await page.close();
  }
}

/** Presses the link; milliseconds until a note has been painted. Runs in the page. */
function timeToFirstNote({ link, selector }: { readonly link: Element | null; readonly selector: string }): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    if (link instanceof HTMLElement) link.click();
    const look = (): void => {
      // The frame after the one in which it is there: by then it is on the screen.
      if (document.querySelector(selector)) requestAnimationFrame(() => resolve(performance.now() - began));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Milliseconds of a frame while the board is scrolled through, on average. */
function scroll(page: Page): Promise<number> {
  return page.evaluate(
    ({ duration, step }) =>
      new Promise<number>((resolve) => {
        let frames = 0;
        const began = performance.now();
        const next = (): void => {
          const passed = performance.now() - began;
          if (passed >= duration) {
            resolve(passed / frames);
            return;
          }
          frames += 1;
          scrollBy({ top: step, behavior: 'instant' });
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    { duration: SCROLLED, step: STEP },
  );
}
