import { isDeepStrictEqual } from 'node:util';
import type { ReleaseManifest } from '@atrium/releases/release-manifest';
import { containerOf, sharedPackages, startFederation } from './federation-host.ts';
import type { Announce, SmokeTestJob } from './job.ts';
import { messageOf, type ProblemList } from './problem-list.ts';
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

type PageManifest = Extract<ReleaseManifest, { kind: 'page-module' }>;

/** The loaders of a page module, or the sentences that say what is wrong with its default export. */
type ModuleReading =
  | { readonly ok: true; readonly loaders: ReadonlyMap<string, () => unknown> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Checks what `./module` exports against the page contract (src/contract/page-module.ts). */
function readPageModule(exposed: unknown, { moduleManifest }: PageManifest): ModuleReading {
  const module = isObject(exposed) ? exposed['default'] : undefined;
  if (!isObject(module)) return { ok: false, problems: ['Its ./module has no default export: write `export default definePageModule(manifest, {…})`.'] };
  const problems: string[] = [];
  // As JSON, because objects of the tab belong to another realm, and a module manifest is plain data.
  if (!isDeepStrictEqual(asJson(module['manifest']), asJson(moduleManifest))) {
    problems.push('The module manifest in its code differs from the one in its release: export one `manifest` from manifest.ts and pass it to definePageModule.');
  }
  const { routes, start } = module;
  if (start !== undefined && typeof start !== 'function') problems.push('Its `start` is not a function.');
  const loaders = new Map<string, () => unknown>();
  for (const key of Object.keys(moduleManifest.routes)) {
    const loader: unknown = isObject(routes) && Object.hasOwn(routes, key) ? routes[key] : undefined;
    if (typeof loader === 'function') loaders.set(key, () => Reflect.apply(loader, undefined, []) as unknown);
    else problems.push(`Its route ${key} has no loader: write \`${key}: () => import('./file')\` in definePageModule.`);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, loaders };
}

/** What is wrong with what a route's loader gave; null if its default export is a component. */
function routeProblem(key: string, loaded: unknown): string | null {
  const component = isObject(loaded) ? loaded['default'] : undefined;
  // A component is a function, or what memo, lazy and forwardRef make of one.
  if (typeof component === 'function' || (isObject(component) && typeof component['$$typeof'] === 'symbol')) return null;
  return `The file of its route ${key} has no component as its default export.`;
}

/** What `./auth` lacks of what the page contract (src/contract/auth.ts) says. */
function authProblems(exposed: unknown): string[] {
  const found = isObject(exposed) ? exposed : {};
  const functions = ['AuthProvider', 'RequireAuth', 'useAuth', 'useSupabase', 'verifyToken', 'firstPageShown'];
  const problems = functions
    .filter((name) => typeof found[name] !== 'function')
    .map((name) => `Its ./auth has no function ${name}.`);
  return isObject(found['auth']) ? problems : [...problems, 'Its ./auth has no object auth.'];
}

function asJson(data: unknown): unknown {
  return data === undefined ? undefined : (JSON.parse(JSON.stringify(data)) as unknown);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
