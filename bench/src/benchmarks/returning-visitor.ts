import { sealBuild } from '@atrium/releases/seal';
import type { Browser } from 'playwright-core';
import { exchange, withChangedBuild } from '../../../e2e/src/releases/changed-release.ts';
import type { Benchmark, Outcome, Target } from '../benchmark.ts';
import { buildWithVite } from '../builds/vite-build.ts';
import { measureLoad, type Load } from '../measure/measure-load.ts';
import { withBrowser } from '../measure/with-browser.ts';
import { liveRelease, makeLive } from '../modules/make-live.ts';
import { changeOf, CHANGED_MODULES, type ModuleChange } from '../modules/module-change.ts';
import { passedSmokeTest } from '../modules/passed-smoke-test.ts';
import { bytesUntilIdle, returnText, type Return } from '../report/return-text.ts';
import { startRealSite, type RealSite } from '../servers/real-site.ts';
import { withSites } from '../servers/running-sites.ts';
import { serveStaticSite } from '../servers/static-server.ts';
import { releaseIsVisible } from '../servers/visible-release.ts';

/** The most that a visitor who returns may download, as a multiple of what the plain bundle costs. */
const LIMIT = 0.1;

/** What a visitor with a warm cache downloads after one module was released anew, against the redeployed plain bundle. */
export const returningVisitor: Benchmark = { runs: 3, measure };

/** A site that can go back and forth between a state before a change and one after it. */
interface ChangingSite {
  readonly url: string;
  show(state: 'before' | 'after'): Promise<void>;
}

/** @throws {LoadFailedError|ChromiumNotFoundError|BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const atrium = await keep(startRealSite(report));
    report('Building vite …');
    const before = await buildWithVite({ split: false });
    const vite = await keep(serveStaticSite(before, atrium.url));
    const returns: Return[] = [];
    await withBrowser(async (browser) => {
      for (const module of CHANGED_MODULES) {
        report(`Releasing ${module} anew …`);
        const change = changeOf(module, 'changed');
        const after = await buildWithVite({ split: false, change: change.text });
        const sites = new Map<string, ChangingSite>([
          ['atrium', await releasedSite(atrium, change)],
          ['vite', { url: vite.url, show: (state) => vite.deploy(state === 'before' ? before : after) }],
        ]);
        for (const [site, changing] of sites) returns.push({ module, site, loads: await comeBack(browser, changing, runs) });
      }
    });
    return {
      text: returnText(returns),
      targets: CHANGED_MODULES.map((module) => target(module, returns)),
      measured: { returns },
    };
  });
}

/** The real site, whose module goes live in a changed release and goes back. */
async function releasedSite(site: RealSite, { module, page, text }: ModuleChange): Promise<ChangingSite> {
  const before = await liveRelease(site.store, module);
  const sealed = await withChangedBuild(module, exchange(text.from, text.to), sealBuild);
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

/** Visits of the log-in form after the change, each by somebody who was there before it. */
async function comeBack(browser: Browser, site: ChangingSite, runs: number): Promise<Load[]> {
  const loads: Load[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext();
    try {
      await site.show('before');
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
