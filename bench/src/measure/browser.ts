import { findChromium } from '@atrium/page-kit/chromium';
import { chromium, type Browser } from 'playwright-core';
import { measureLoad, type Load } from './load.ts';

/** Starts a browser, passes it to a task, and closes it. @throws {ChromiumNotFoundError} */
export async function withBrowser<Value>(task: (browser: Browser) => Promise<Value>): Promise<Value> {
  const { executablePath, args } = findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args] });
  try {
    return await task(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Measures cold loads of the log-in form of several sites. The sites take turns, so that other work on the machine slows
 * all of them equally.
 * @param sites URLs by name
 * @param report called at the start of each round
 * @returns loads by name of the site
 * @throws {LoadFailedError}
 */
export async function takeTurns(
  browser: Browser,
  sites: ReadonlyMap<string, string>,
  runs: number,
  report: (line: string) => void,
): Promise<ReadonlyMap<string, readonly Load[]>> {
  const loads = new Map<string, Load[]>([...sites].map(([name]) => [name, []]));
  // The first round warms up the browser and the servers. It does not count.
  for (let round = 0; round <= runs; round += 1) {
    if (round > 0) report(`Round ${round} of ${runs} …`);
    for (const [name, url] of sites) {
      const load = await measureColdLoad(browser, url);
      if (round > 0) loads.get(name)?.push(load);
    }
  }
  return loads;
}

/** Measures a load in a new context, with an empty cache. */
async function measureColdLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext();
  try {
    return await measureLoad(context, url);
  } finally {
    await context.close();
  }
}
