import type { Browser } from 'playwright-core';
import { measureLoad, type Load } from './measure-load.ts';

/**
 * Measures cold loads of the log-in form, by the name of each site. The sites take turns, so that what else the machine
 * does falls on all of them alike.
 * @param sites addresses by name.
 * @param report is told each round.
 * @throws {LoadFailedError}
 */
export async function takeTurns(
  browser: Browser,
  sites: ReadonlyMap<string, string>,
  runs: number,
  report: (line: string) => void,
): Promise<ReadonlyMap<string, readonly Load[]>> {
  const loads = new Map<string, Load[]>([...sites].map(([name]) => [name, []]));
  // The first round warms up browser and servers, and does not count.
  for (let round = 0; round <= runs; round += 1) {
    if (round > 0) report(`Round ${round} of ${runs} …`);
    for (const [name, url] of sites) {
      const load = await measureColdLoad(browser, url);
      if (round > 0) loads.get(name)?.push(load);
    }
  }
  return loads;
}

/** A load in a new context, which has nothing cached. */
async function measureColdLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext();
  try {
    return await measureLoad(context, url);
  } finally {
    await context.close();
  }
}
