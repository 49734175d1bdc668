import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.ts';
import { buildWithVite } from './builds/vite-build.ts';
import { buildWithWebpack } from './builds/webpack-build.ts';
import { measureLoad, type Load } from './measure/measure-load.ts';
import { layerSizes, type LayerSizes } from './report/layer-sizes.ts';
import { startRealSite, type RunningSite } from './servers/real-site.ts';
import { serveStaticSite } from './servers/static-server.ts';

/** All loads of each variant (README.md says what they are), and what the layers of the site weigh. */
export interface FirstScreen {
  readonly loads: ReadonlyMap<string, readonly Load[]>;
  readonly layers: LayerSizes;
  readonly browser: string;
}

/**
 * Measures the cold load of the log-in form. The variants take turns, so that what else the machine does falls on all
 * of them alike.
 * @param report is told what is being done.
 * @throws {LoadFailedError|ChromiumNotFoundError|BuildFailedError|StartError}
 */
export async function measureFirstScreen(runs: number, report: (line: string) => void): Promise<FirstScreen> {
  const { executablePath, args } = findChromium();
  const running: RunningSite[] = [];
  let browser: Browser | null = null;
  try {
    const atrium = await startRealSite(report);
    running.push(atrium);
    const sites = new Map([['atrium', atrium.url]]);
    for (const [name, build] of BUILDS) {
      report(`Building ${name} …`);
      const site = await serveStaticSite(await build(), atrium.url);
      running.push(site);
      sites.set(name, site.url);
    }
    browser = await chromium.launch({ executablePath, args: [...args] });
    const loads = await takeTurns(browser, sites, runs, report);
    const files = loads.get('atrium')?.at(-1)?.files ?? [];
    return { loads, layers: await layerSizes(files, atrium.store, atrium.url), browser: browser.version() };
  } finally {
    await browser?.close();
    for (const site of running.reverse()) await site.stop();
  }
}

/** What the site is compared with. */
const BUILDS = new Map([
  ['vite', () => buildWithVite({ split: false })],
  ['vite-split', () => buildWithVite({ split: true })],
  ['webpack', buildWithWebpack],
]);

async function takeTurns(
  browser: Browser,
  sites: ReadonlyMap<string, string>,
  runs: number,
  report: (line: string) => void,
): Promise<Map<string, Load[]>> {
  const loads = new Map<string, Load[]>([...sites].map(([name]) => [name, []]));
  // The first round warms up browser and servers, and does not count.
  for (let round = 0; round <= runs; round += 1) {
    if (round > 0) report(`Round ${round} of ${runs} …`);
    for (const [name, url] of sites) {
      const load = await measureLoad(browser, url);
      if (round > 0) loads.get(name)?.push(load);
    }
  }
  return loads;
}
