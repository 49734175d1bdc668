import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { moduleFiles } from '../../../e2e/src/teams/small-module.ts';
import { writeModule } from '../../../e2e/src/teams/team-folder.ts';
import { atrium } from '../measure/atrium-command.ts';
import { timeOf } from '../measure/stopwatch.ts';
import { limitedTimes, type Benchmark, type Outcome } from '../report/outcome.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';

const MODULE = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: 'Details' };

/** As many as a module of a team has that owns a whole area. */
const ROUTES = Array.from({ length: 10 }, (_, index) => `page${index}`);

const TIMES = {
  /** From the start of the command until it has reported. */
  verified: { label: 'atrium verify of ten routes', limit: 30_000 },
};

/** `atrium verify` of a module with ten routes, each with a page of its own. */
export const verify: Benchmark = { runs: 3, measure };

/** @throws {BuildFailedError|StartError|CommandFailedError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  const workplace = await mkdtemp(path.join(tmpdir(), 'atrium-bench-verify-'));
  try {
    return await withSites(async (keep) => {
      const site = await keep(startRealSite(report));
      const folder = await writeModule(workplace, MODULE, tenPages());
      report('Building the module …');
      await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: folder });
      const times: { readonly verified: number }[] = [];
      for (let run = 1; run <= runs; run += 1) {
        report(`Round ${run} of ${runs} …`);
        times.push({ verified: await timeOf(() => atrium(['verify', '--dir', folder, '--site', site.url])) });
      }
      return limitedTimes('a page module outside this repository', TIMES, times);
    });
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

/** The files that give {@link MODULE} ten routes. */
function tenPages(): Readonly<Record<string, string>> {
  const { 'src/manifest.ts': manifest = '', 'src/module.ts': module = '', 'src/list-page.tsx': page = '' } = moduleFiles(MODULE);
  const paths = ROUTES.map((route) => `${route}: '/orders/${route}'`).join(', ');
  const pages = ROUTES.map((route) => `${route}: () => import('./${route}.tsx')`).join(', ');
  return {
    'src/manifest.ts': manifest.replace("{ list: '/orders' }", `{ ${paths} }`).replace("route: 'list'", `route: '${ROUTES[0] ?? ''}'`),
    'src/module.ts': module.replace("list: () => import('./list-page.tsx')", pages),
    ...Object.fromEntries(ROUTES.map((route) => [`src/${route}.tsx`, page.replace('title="Orders"', `title="${route}"`)])),
  };
}
