import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { createAccount, giveSession, newPerson, type GivenSession } from '../../../e2e/src/people/people.ts';
import { runBackend, type RunningBackend } from '../../../e2e/src/site/backend.ts';
import type { Benchmark, Outcome } from '../benchmark.ts';
import { withBrowser } from '../measure/with-browser.ts';
import { limitedTimes } from '../report/limited-times.ts';
import { startRealSite } from '../servers/real-site.ts';
import { withSites } from '../servers/running-sites.ts';

/** Notes on the long board, and how many are stored at a time: the most that a request may answer with is 1000. */
const NOTES = 10_000;
const AT_ONCE = 1000;

/** How long the board is scrolled in each round, in milliseconds, and by how many pixels in each frame. */
const SCROLLED = 3000;
const STEP = 100;

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

interface SiteWithBackend {
  readonly url: string;
  readonly backend: RunningBackend;
}

/** From a press on a board of ten thousand notes to its first notes, and how smoothly it scrolls. */
export const longBoard: Benchmark = { runs: 5, measure };

/** @throws {BuildFailedError|StartError|ChromiumNotFoundError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const backend = await keep(startBackend());
    const { url } = await keep(startRealSite(report, backend));
    const site = { url, backend };
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

async function startBackend(): Promise<RunningBackend & { readonly url: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-board-'));
  const backend = await runBackend(folder, 'http://localhost', ['--no-rate-limits']);
  const stop = async (): Promise<void> => {
    await backend.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...backend, url: backend.apiUrl, stop };
}

async function fillBoards(site: SiteWithBackend, session: GivenSession): Promise<void> {
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

async function store({ backend }: SiteWithBackend, { access_token: token }: GivenSession, table: string, rows: readonly unknown[]): Promise<void> {
  const answer = await fetch(`${backend.apiUrl}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  if (!answer.ok) throw new Error(`${table} cannot be filled: ${String(answer.status)} ${await answer.text()}`);
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
    return { firstNotes, frame: await page.evaluate(frameOfScrolling, { duration: SCROLLED, step: STEP }) };
  } finally {
    await page.close();
  }
}

/** Presses the link; milliseconds until a note has been painted. Runs in the page. */
async function timeToFirstNote({ link, selector }: { readonly link: Element | null; readonly selector: string }): Promise<number> {
  const began = performance.now();
  if (link instanceof HTMLElement) link.click();
  while (!document.querySelector(selector)) await new Promise((resolve) => requestAnimationFrame(resolve));
  // The frame after the one in which it is there: by then it is on the screen.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - began;
}

/** Milliseconds of a frame while the page is scrolled through, on average. Runs in the page. */
async function frameOfScrolling({ duration, step }: { readonly duration: number; readonly step: number }): Promise<number> {
  const began = performance.now();
  let frames = 0;
  for (; performance.now() - began < duration; frames += 1) {
    scrollBy({ top: step, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return (performance.now() - began) / frames;
}
