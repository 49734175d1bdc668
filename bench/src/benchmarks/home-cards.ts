import type { BrowserContext } from 'playwright-core';
import { shiftsOf, watchShifts } from '../../../e2e/src/checks/layout-shifts.ts';
import { createAccount, giveSession, newPerson } from '../../../e2e/src/people/people.ts';
import { takeTurns, withBrowser } from '../measure/browser.ts';
import { LoadFailedError, slowDown } from '../measure/load.ts';
import { FIRST_CARD, publishCardModules } from '../modules/card-modules.ts';
import type { Benchmark, Outcome } from '../report/outcome.ts';
import { median, rangeText, table } from '../report/tables.ts';
import { startBackend } from '../servers/backend.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';

/** The big site. The small one has one module with one card. */
const MODULES = 10;
const CARDS_OF_EACH = 3;
const CARDS = MODULES * CARDS_OF_EACH;

/** Maximum time to the first card of the big site, as a multiple of the small one's. */
const LIMIT = 1.2;

/** The cards of the site's own modules, which the user of this benchmark has hidden. */
const OWN_CARDS = ['workspace.recentBoards', 'account.protect'];

const TIME_LIMIT_MS = 60_000;

/** A cold load of the home page with many cards, compared with one card. */
export const homeCards: Benchmark = { runs: 7, measure };

/** The measurements of one load. */
interface HomeLoad {
  /** Milliseconds from the start of the navigation until the first card is on screen. */
  readonly firstCard: number;
  /** Sum of all layout shifts until all cards on the screen have loaded and the network is idle. */
  readonly shift: number;
}

/** @throws {LoadFailedError|ChromiumNotFoundError|BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const backend = await keep(startBackend());
    const small = await keep(startRealSite(report, backend));
    const big = await keep(startRealSite(report, backend));
    report('Building and publishing the modules with the cards …');
    await publishCardModules(small.directory, 1, 1);
    await publishCardModules(big.directory, MODULES, CARDS_OF_EACH);
    const session = await createAccount({ backend }, newPerson(), { home_cards: { order: [], hidden: OWN_CARDS } });
    const load = async (context: BrowserContext, url: string) => {
      const page = await context.newPage();
      // esbuild, with which this program runs, wraps named functions in calls of __name, also those that run in the page.
      await page.addInitScript({ content: 'globalThis.__name = (value) => value;' });
      await giveSession(page, { backend }, JSON.stringify(session));
      await watchShifts(page);
      await slowDown(await context.newCDPSession(page));
      await page.goto(url, { waitUntil: 'commit' });
      const firstCard = await page.evaluate(timeOfHeading, { text: FIRST_CARD, limit: TIME_LIMIT_MS });
      if (firstCard === null) throw new LoadFailedError(`The home page of ${url} did not show its first card.`);
      if (!(await page.evaluate(cardsHaveLoaded, TIME_LIMIT_MS))) throw new LoadFailedError(`The home page of ${url} did not show the other cards.`);
      await page.waitForLoadState('networkidle');
      return { firstCard, shift: (await shiftsOf(page)).reduce((sum, { value }) => sum + value, 0) };
    };
    const sites = new Map([
      ['1 card', small.url],
      [`${CARDS} cards of ${MODULES} modules`, big.url],
    ]);
    const loads = await withBrowser((browser) => takeTurns(browser, sites, runs, load, report));
    const [few = [], many = []] = loads.values();
    const shift = Math.max(...[...few, ...many].map((one) => one.shift));
    return {
      text: table([['a home page with', 'ms to the first card', 'range', '× 1 card', 'layout shift'], ...[...loads].map(([name, own]) => row(name, own, few))]),
      targets: [
        { what: `time to the first of ${CARDS} cards, by one card's`, measured: timeOf(many) / timeOf(few), limit: LIMIT, unit: '×' },
        { what: 'layout shift while the cards load', measured: shift, limit: 0, unit: 'CLS' },
      ],
      measured: { loads: Object.fromEntries(loads) },
    };
  });
}

function row(name: string, loads: readonly HomeLoad[], reference: readonly HomeLoad[]): string[] {
  const time = timeOf(loads);
  return [name, time.toFixed(0), rangeText(loads.map(({ firstCard }) => firstCard)), (time / timeOf(reference)).toFixed(3), Math.max(...loads.map(({ shift }) => shift)).toFixed(3)];
}

function timeOf(loads: readonly HomeLoad[]): number {
  return median(loads.map(({ firstCard }) => firstCard));
}

/** Milliseconds from the start of the navigation to the first frame with a visible heading; null if it takes too long. Runs in the page. */
async function timeOfHeading({ text, limit }: { readonly text: string; readonly limit: number }): Promise<number | null> {
  const isShown = () => [...document.querySelectorAll('h2')].some((heading) => heading.textContent === text && heading.checkVisibility());
  while (!isShown()) {
    if (performance.now() > limit) return null;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  // One frame after the card is in the document, it is on the screen.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now();
}

/** Waits until every card on the screen has loaded; false if that takes too long. Runs in the page, after the first card. */
async function cardsHaveLoaded(limit: number): Promise<boolean> {
  const isWaiting = (box: Element) => box.getBoundingClientRect().top < innerHeight && box.querySelector('[aria-busy]') !== null;
  while ([...document.querySelectorAll('.shell-extension')].some(isWaiting)) {
    if (performance.now() > limit) return false;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return true;
}
