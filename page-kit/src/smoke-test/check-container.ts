import type { ReleaseManifest } from '@atrium/releases/release-manifest';
import { authProblems, readPageModule, routeProblem } from './contract-shape.ts';
import { containerOf, startFederation } from './federation-host.ts';
import type { Announce, SmokeTestJob } from './job.ts';
import { messageOf, type ProblemList } from './problem-list.ts';
import { sharedPackages } from './shared-packages.ts';
import { SmokeTestTab } from './tab.ts';

type ContainerManifest = Exclude<ReleaseManifest, { kind: 'shell' }>;

/** Loads a remote's entry, its exposed module and, for a page module, every route. @throws any error of the loading */
export async function checkContainer(
  manifest: ContainerManifest,
  { files, folder }: SmokeTestJob,
  problems: ProblemList,
  announce: Announce,
): Promise<void> {
  const tab = new SmokeTestTab(manifest, files, problems);
  const load = startFederation(tab, manifest, sharedPackages(Object.keys(manifest.shared), folder));
  await announce('its entry is loaded');
  await tab.runScript(manifest.entry);
  containerOf(tab, manifest.global);
  const expose = manifest.kind === 'auth-remote' ? './auth' : './module';
  await announce(`${expose} is loaded`);
  const exposed = await load(expose);
  if (manifest.kind === 'auth-remote') for (const problem of authProblems(exposed)) problems.fail(problem);
  else await checkPages(manifest, exposed, problems, announce);
}

async function checkPages(
  manifest: Extract<ReleaseManifest, { kind: 'page-module' }>,
  exposed: unknown,
  problems: ProblemList,
  announce: Announce,
): Promise<void> {
  const module = readPageModule(exposed, manifest);
  if (!module.ok) {
    for (const problem of module.problems) problems.fail(problem);
    return;
  }
  for (const [key, loader] of module.loaders) {
    await announce(`its route ${key} is loaded`);
    try {
      const problem = routeProblem(key, await loader());
      if (problem !== null) problems.fail(problem);
    } catch (thrown) {
      problems.fail(`Its route ${key} cannot be loaded: ${messageOf(thrown)}`);
    }
  }
}
