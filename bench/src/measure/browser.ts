import { findChromium } from '@atrium/page-kit/chromium';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

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
 * Measures cold loads of several sites. The sites take turns, so that other work on the machine slows all of them equally.
 * @param sites URLs by name
 * @param measureLoad measures one load in a new context, whose cache is empty
 * @param report called at the start of each round
 * @returns loads by name of the site
 */
export async function takeTurns<Load>(
  browser: Browser,
  sites: ReadonlyMap<string, string>,
  runs: number,
  measureLoad: (context: BrowserContext, site: string) => Promise<Load>,
  report: (line: string) => void,
): Promise<ReadonlyMap<string, readonly Load[]>> {
  const loads = new Map<string, Load[]>([...sites].map(([name]) => [name, []]));
  // The first round warms up the browser and the servers. It does not count.
  for (let round = 0; round <= runs; round += 1) {
    if (round > 0) report(`Round ${round} of ${runs} …`);
    for (const [name, url] of sites) {
      const context = await browser.newContext();
      try {
        const load = await measureLoad(context, url);
        if (round > 0) loads.get(name)?.push(load);
      } finally {
        await context.close();
      }
    }
  }
  return loads;
}
