import { buildModule, ORDERS as MODULE } from '../../../e2e/src/teams/team-folder.ts';
import { atrium } from '../measure/atrium-command.ts';
import { timeOf } from '../measure/stopwatch.ts';
import { limitedTimes, type Benchmark, type Outcome } from '../report/outcome.ts';
import { startRealSite, withSites } from '../servers/real-site.ts';

/** The routes besides the module's own one. A team that owns a whole area has about ten. */
const FURTHER = Array.from({ length: 9 }, (_, index) => `page${index + 1}`);

const TIMES = {
  /** From the start of the command until it has reported. */
  verified: { label: 'atrium verify of ten routes', limit: 30_000 },
};

/** `atrium verify` of a module with ten routes, each with a page of its own. */
export const verify: Benchmark = { runs: 3, measure };

/** @throws {BuildFailedError|StartError|CommandFailedError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const site = await keep(startRealSite(report));
    report('Building the module …');
    const folder = await buildModule(MODULE, tenRoutes());
    const times: { readonly verified: number }[] = [];
    for (let run = 1; run <= runs; run += 1) {
      report(`Round ${run} of ${runs} …`);
      times.push({ verified: await timeOf(() => atrium(['verify', '--dir', folder, '--site', site.url])) });
    }
    return limitedTimes('a page module outside this repository', TIMES, times);
  });
}

/** The files that give {@link MODULE} ten routes: its own, and nine more. */
function tenRoutes(): Readonly<Record<string, string>> {
  const manifest = {
    name: MODULE.name,
    owner: 'Team Orders',
    contract: '^2.0',
    title: { en: MODULE.title },
    routes: { list: MODULE.path, ...Object.fromEntries(FURTHER.map((route) => [route, `${MODULE.path}/${route}`])) },
    navigation: [{ route: 'list', label: { en: MODULE.title } }],
  };
  return {
    'src/manifest.ts': `
      import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
      export const manifest = defineModuleManifest(${JSON.stringify(manifest)});`,
    'src/module.ts': `
      import { definePageModule } from '@atrium/page-kit/contract/page-module';
      import { manifest } from './manifest.ts';
      export default definePageModule(manifest, {
        routes: { list: () => import('./list-page.tsx'), ${FURTHER.map((route) => `${route}: () => import('./${route}.tsx')`).join(', ')} },
      });`,
    ...Object.fromEntries(FURTHER.map((route) => [`src/${route}.tsx`, pageSource(route)])),
  };
}

function pageSource(title: string): string {
  return `
    import { PageHeading } from '@atrium/page-kit/ui';
    import { RequireAuth, useAuth } from 'auth/auth';
    export default function Page() {
      return <RequireAuth><PageHeading title="${title}" /><Owner /></RequireAuth>;
    }
    function Owner() {
      return <p>All that belongs to {useAuth((auth) => auth.user?.email)}</p>;
    }`;
}
