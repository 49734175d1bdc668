import type { Benchmark, Outcome } from '../benchmark.ts';
import { buildWithVite } from '../builds/vite-build.ts';
import { buildWithWebpack } from '../builds/webpack-build.ts';
import { takeTurns } from '../measure/take-turns.ts';
import { withBrowser } from '../measure/with-browser.ts';
import { firstScreenTargets } from '../report/first-screen-targets.ts';
import { firstScreenText } from '../report/first-screen-text.ts';
import { layerSizes } from '../report/layer-sizes.ts';
import { summarize } from '../report/summary.ts';
import { startRealSite } from '../servers/real-site.ts';
import { withSites } from '../servers/running-sites.ts';
import { serveStaticSite } from '../servers/static-server.ts';

/** What the site is compared with. */
const BUILDS = new Map([
  ['vite', () => buildWithVite({ split: false })],
  ['vite-split', () => buildWithVite({ split: true })],
  ['webpack', buildWithWebpack],
]);

/** The first screen: a cold load of the log-in form, against the same sources without remotes. */
export const firstScreen: Benchmark = { runs: 9, measure };

/** @throws {LoadFailedError|ChromiumNotFoundError|BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const atrium = await keep(startRealSite(report));
    const sites = new Map([['atrium', atrium.url]]);
    for (const [name, build] of BUILDS) {
      report(`Building ${name} …`);
      sites.set(name, (await keep(serveStaticSite(await build(), atrium.url))).url);
    }
    const { loads, browser } = await withBrowser(async (chromium) => ({
      loads: await takeTurns(chromium, sites, runs, report),
      browser: chromium.version(),
    }));
    const layers = await layerSizes(loads.get('atrium')?.at(-1)?.files ?? [], atrium.store, atrium.url);
    const summaries = new Map([...loads].map(([name, of]) => [name, summarize(of)]));
    const site = summaries.get('atrium');
    const reference = summaries.get('vite');
    if (!site || !reference) throw new Error('The site or its reference was not measured.');
    return {
      text: firstScreenText(summaries, reference, layers),
      targets: firstScreenTargets(site, reference, layers),
      measured: {
        browser,
        summaries: Object.fromEntries(summaries),
        layers: Object.fromEntries(layers),
        loads: Object.fromEntries(loads),
      },
    };
  });
}
