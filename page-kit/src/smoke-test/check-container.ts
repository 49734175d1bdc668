import { isDeepStrictEqual } from 'node:util';
import { divideManifest } from '@atrium/releases/wire';
import type { ReleaseManifest } from '@atrium/releases/model';
import { containerOf, sharedPackages, startFederation } from './federation-host.ts';
import type { Announce, SmokeTestJob } from './job.ts';
import { messageOf, type ProblemList } from './problem-list.ts';
import { SmokeTestTab } from './tab.ts';

type ContainerManifest = Exclude<ReleaseManifest, { kind: 'shell' }>;

/** Loads a remote's entry, its exposed module and, for a page module, all of its code. @throws any error of the loading */
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
  for (const { what, expected, load } of module.loaders) {
    await announce(`its ${what} is loaded`);
    try {
      const loaded = await load();
      const exported = isObject(loaded) ? loaded['default'] : undefined;
      if (expected === 'component' ? !isComponent(exported) : typeof exported !== 'function') {
        problems.fail(`The file of its ${what} has no ${expected} as its default export: write \`export default ${SIGNATURES[expected]}\`.`);
      }
    } catch (thrown) {
      problems.fail(`Its ${what} cannot be loaded: ${messageOf(thrown)}`);
    }
  }
}

type PageManifest = Extract<ReleaseManifest, { kind: 'page-module' }>;

/** What the file of a loader exports by default. */
type Expected = 'component' | 'function';

/** How an author writes that export. */
const SIGNATURES: Readonly<Record<Expected, string>> = { component: 'function Component() {…}', function: 'async function run() {…}' };

/** The loader of a route, an extension, a command or a search provider. */
interface Loader {
  /** Names it in messages, such as `route list`. */
  readonly what: string;
  readonly expected: Expected;
  readonly load: () => unknown;
}

/** The loaders of a page module, or a sentence for each problem of its default export. */
type ModuleReading =
  | { readonly ok: true; readonly loaders: readonly Loader[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Checks what `./module` exports against the page contract (src/contract/page-module.ts). */
function readPageModule(exposed: unknown, { moduleManifest }: PageManifest): ModuleReading {
  const module = isObject(exposed) ? exposed['default'] : undefined;
  if (!isObject(module)) return { ok: false, problems: ['Its ./module has no default export: write `export default definePageModule(manifest, {…})`.'] };
  const problems: string[] = [];
  // As JSON, because objects of the tab belong to another realm, and a module manifest is plain data.
  const manifest = asJson(module['manifest']);
  // The build leaves the contributions out of the code.
  if (!isObject(manifest) || !isDeepStrictEqual(divideManifest(manifest).listed, asJson(divideManifest(moduleManifest).listed))) {
    problems.push('The module manifest in its code differs from the one in its release: export one `manifest` from manifest.ts and pass it to definePageModule.');
  }
  const { start } = module;
  if (start !== undefined && typeof start !== 'function') problems.push('Its `start` is not a function.');
  const loaders: Loader[] = [];
  const collect = (property: string, kind: string, expected: Expected, keys: readonly string[]) => {
    const written = module[property];
    for (const key of keys) {
      const loader: unknown = isObject(written) && Object.hasOwn(written, key) ? written[key] : undefined;
      const what = `${kind} ${key}`;
      if (typeof loader === 'function') loaders.push({ what, expected, load: () => Reflect.apply(loader, undefined, []) as unknown });
      else problems.push(`Its ${what} has no loader: write \`${key}: () => import('./file')\` in \`${property}\` of definePageModule.`);
    }
  };
  const { routes, extensions = {}, commands = {}, search = {} } = moduleManifest;
  collect('routes', 'route', 'component', Object.keys(routes));
  collect('extensions', 'extension', 'component', Object.keys(extensions));
  // A command with a route opens it, and has no code.
  collect('commands', 'command', 'function', Object.entries(commands).filter(([, { route }]) => route === undefined).map(([key]) => key));
  collect('search', 'search provider', 'function', Object.keys(search));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, loaders };
}

/** Whether a value is a component: a function, or what memo, lazy and forwardRef make of one. */
function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (isObject(value) && typeof value['$$typeof'] === 'symbol');
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
