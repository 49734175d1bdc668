import path from 'node:path';
import { sealBuild } from '@atrium/releases/sealing';
import type { Browser } from 'playwright-core';
import { buildWithVite } from '../builds/vite-build.ts';
import { withBrowser } from '../measure/browser.ts';
import { measureLoad, type Load } from '../measure/load.ts';
import { changeOf, CHANGED_MODULES, withChangedPart, type ModuleChange } from '../modules/module-change.ts';
import { liveRelease, makeLive, passedSmokeTest } from '../modules/releases.ts';
import type { Benchmark, Outcome, Target } from '../report/outcome.ts';
import { median, table } from '../report/tables.ts';
import { releaseIsVisible, startRealSite, withSites, type RealSite } from '../servers/real-site.ts';
import { serveStaticSite } from '../servers/static-server.ts';

/** Maximum download of a returning visitor, as a multiple of the Vite application's. */
const LIMIT = 1;

/** What a visitor with a warm cache downloads after a new release of one module, compared with a new deployment of the Vite application. */
export const returningVisitor: Benchmark = { runs: 3, measure };

/** The loads of visitors who return to a site after a new release of one module. */
interface Return {
  readonly module: string;
  readonly site: string;
  readonly loads: readonly Load[];
}

/** A site that can switch between the states before and after a change. */
interface ChangingSite {
  readonly url: string;
  show(state: 'before' | 'after'): Promise<void>;
}

/** @throws {LoadFailedError|ChromiumNotFoundError|BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const atrium = await keep(startRealSite(report));
    report('Building vite …');
    const before = await buildWithVite();
    const vite = await keep(serveStaticSite(before, atrium.url));
    const returns: Return[] = [];
    await withBrowser(async (browser) => {
      for (const module of CHANGED_MODULES) {
        report(`Changing ${module} …`);
        const change = changeOf(module, 'changed');
        const after = await buildWithVite(change.text);
        const sites = new Map<string, ChangingSite>([
          ['atrium', await releasedSite(atrium, change)],
          ['vite', { url: vite.url, show: (state) => vite.deploy(state === 'before' ? before : after) }],
        ]);
        for (const [site, changing] of sites) returns.push({ module, site, loads: await returnAfterChange(browser, changing, runs) });
      }
    });
    return {
      text: returnText(returns),
      targets: CHANGED_MODULES.map((module) => target(module, returns)),
      measured: { returns },
    };
  });
}

/** The real site. Its module switches between two releases. */
async function releasedSite(site: RealSite, { module, page, text }: ModuleChange): Promise<ChangingSite> {
  const before = await liveRelease(site.store, module);
  const sealed = await withChangedPart(module, text, (folder) => sealBuild(path.join(folder, 'dist')));
  await site.store.putRelease(sealed, passedSmokeTest());
  const releases = { before, after: sealed.manifest.release };
  return {
    url: site.url,
    async show(state) {
      await makeLive(site.store, module, releases[state]);
      await releaseIsVisible(site.url + page, module, releases[state]);
    },
  };
}

/** Loads of the log-in form after the change, each by a visitor with the cache of a visit before it. */
async function returnAfterChange(browser: Browser, site: ChangingSite, runs: number): Promise<Load[]> {
  const loads: Load[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext();
    try {
      await site.show('before');
      // Twice: a tab loads the type face only once a page has been shown before.
      await measureLoad(context, site.url);
      await measureLoad(context, site.url);
      await site.show('after');
      loads.push(await measureLoad(context, site.url));
    } finally {
      await context.close();
    }
  }
  await site.show('before');
  return loads;
}

function target(module: string, returns: readonly Return[]): Target {
  const bytes = (site: string) => bytesUntilIdle(returns.find((of) => of.module === module && of.site === site)?.loads ?? []);
  return { what: `bytes after a release of ${module}, by vite's`, measured: bytes('atrium') / bytes('vite'), limit: LIMIT, unit: '×' };
}

/** Median of the bytes until the network is idle. */
function bytesUntilIdle(loads: readonly Load[]): number {
  return median(loads.map((load) => load.bytesUntilIdle));
}

/** A table of all returns, and one of the transfers in the last load of each. */
function returnText(returns: readonly Return[]): string {
  const rows = returns.map(({ module, site, loads }) => [
    `${module}: ${site}`,
    bytesUntilIdle(loads).toFixed(0),
    String(median(loads.map(({ transfers }) => transfers.length))),
    median(loads.map(({ time }) => time)).toFixed(0),
  ]);
  const transfers = returns.flatMap(({ module, site, loads }) =>
    (loads.at(-1)?.transfers ?? []).map(({ path, bytes }) => [`${module}: ${site} ${path}`, bytes.toFixed(0)]),
  );
  return [
    table([['a return after a release of', 'bytes until idle', 'requests', 'ms to the form'], ...rows]),
    table([['transfer', 'bytes'], ...transfers]),
  ].join('\n\n');
}
