import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { DevelopedModule } from '../../../e2e/src/teams/developed-module.ts';
import { writeModule } from '../../../e2e/src/teams/team-folder.ts';
import { withBrowser } from '../measure/browser.ts';
import { timeOf } from '../measure/stopwatch.ts';
import { limitedTimes, type Benchmark, type Outcome } from '../report/outcome.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';

/** The module under development, and the file of its only page. */
const MODULE = { name: 'orders', title: 'Orders', path: '/orders', edition: 'Edition 0', details: 'Details' };
const PAGE = 'src/list-page.tsx';

const TIMES = {
  /** From the start of the command until it reports that the module is ready. */
  ready: { label: 'atrium dev ready', limit: 5_000 },
  /** From saving an edit until the tab shows it. */
  edited: { label: 'an edit shows', limit: 1_000 },
};
type DevServerTimes = Readonly<Record<keyof typeof TIMES, number>>;

/** The start of `atrium dev`, and an edit of a page. */
export const devServer: Benchmark = { runs: 7, measure };

/** @throws {BuildFailedError|StartError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  const workplace = await mkdtemp(path.join(tmpdir(), 'atrium-bench-dev-'));
  try {
    return await withSites(async (keep) => {
      const site = await keep(startRealSite(report));
      const folder = await writeModule(workplace, MODULE);
      const times: DevServerTimes[] = [];
      await withBrowser(async (browser) => {
        for (let run = 0; run <= runs; run += 1) {
          if (run > 0) report(`Round ${run} of ${runs} …`);
          const measured = await measureOnce(browser, folder, site.url, run);
          // The first round warms up. It does not count.
          if (run > 0) times.push(measured);
        }
      });
      return limitedTimes('a page module outside this repository', TIMES, times);
    });
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

async function measureOnce(browser: Browser, folder: string, site: string, run: number): Promise<DevServerTimes> {
  const began = performance.now();
  const module = await DevelopedModule.start(folder, site);
  const ready = performance.now() - began;
  const page = await browser.newPage();
  try {
    await page.goto(`${module.url}${MODULE.path}`);
    await page.getByText(`Edition ${run}`).waitFor();
    const edited = await timeOf(async () => {
      await module.edit(PAGE, `Edition ${run}`, `Edition ${run + 1}`);
      await page.getByText(`Edition ${run + 1}`).waitFor();
    });
    return { ready, edited };
  } finally {
    await page.close();
    await module.stop();
  }
}
