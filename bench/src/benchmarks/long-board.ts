import type { Browser } from 'playwright-core';
import { createAccount, giveSession, newPerson, type GivenSession } from '../../../e2e/src/people/people.ts';
import type { Backend } from '../../../e2e/src/site/backend.ts';
import { withBrowser } from '../measure/browser.ts';
import { limitedTimes, type Benchmark, type Outcome } from '../report/outcome.ts';
import { startBackend } from '../servers/backend.ts';
import { createBoard } from '../servers/filled-boards.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';

/** Notes on the long board. */
const NOTES = 10_000;

/** Milliseconds for which each round scrolls the board, and pixels per frame. */
const SCROLL_MS = 3000;
const SCROLL_STEP = 100;

/** Names of the boards: the first is opened to load the page's code, the second is measured. */
const SHORT = 'A short board';
const LONG = 'A long board';

const TIMES = {
  /** From the click on the board's link, with the page's code already loaded, until its first notes are painted. */
  firstNotes: { label: 'first notes painted', limit: 1_500 },
  /** Average time of a frame: at 50 frames per second, 20 ms. */
  frame: { label: 'a frame while scrolling', limit: 20 },
};
type LongBoardTimes = Readonly<Record<keyof typeof TIMES, number>>;

interface SiteWithBackend {
  readonly url: string;
  readonly backend: Backend;
}

/** Opening and scrolling a board of ten thousand notes. */
export const longBoard: Benchmark = { runs: 5, measure };

/** @throws {BuildFailedError|StartError|ChromiumNotFoundError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const backend = await keep(startBackend());
    const { url } = await keep(startRealSite(report, backend));
    const site = { url, backend };
    report(`Writing ${String(NOTES)} notes …`);
    const session = await createAccount(site, newPerson());
    await createBoard(backend, session, SHORT, 0);
    await createBoard(backend, session, LONG, NOTES);
    const times: LongBoardTimes[] = [];
    await withBrowser(async (browser) => {
      for (let run = 0; run <= runs; run += 1) {
        if (run > 0) report(`Round ${String(run)} of ${String(runs)} …`);
        const measured = await measureOnce(browser, site, session);
        // The first round warms up. It does not count.
        if (run > 0) times.push(measured);
      }
    });
    return limitedTimes('a board of ten thousand notes', TIMES, times);
  });
}

async function measureOnce(browser: Browser, site: SiteWithBackend, session: GivenSession): Promise<LongBoardTimes> {
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
    return { firstNotes, frame: await page.evaluate(scrollFrameTime, { duration: SCROLL_MS, step: SCROLL_STEP }) };
  } finally {
    await page.close();
  }
}

/** Clicks the link. Returns the milliseconds until a note is painted. Runs in the page. */
async function timeToFirstNote({ link, selector }: { readonly link: Element | null; readonly selector: string }): Promise<number> {
  const began = performance.now();
  if (link instanceof HTMLElement) link.click();
  while (!document.querySelector(selector)) await new Promise((resolve) => requestAnimationFrame(resolve));
  // One frame after the note is in the document, it is on the screen.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - began;
}

/** Scrolls the page. Returns the average milliseconds of a frame. Runs in the page. */
async function scrollFrameTime({ duration, step }: { readonly duration: number; readonly step: number }): Promise<number> {
  const began = performance.now();
  let frames = 0;
  for (; performance.now() - began < duration; frames += 1) {
    scrollBy({ top: step, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return (performance.now() - began) / frames;
}
