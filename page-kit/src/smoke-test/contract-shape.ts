import { isDeepStrictEqual } from 'node:util';
import type { ReleaseManifest } from '@atrium/releases/release-manifest';

type PageManifest = Extract<ReleaseManifest, { kind: 'page-module' }>;

/** The loaders of a page module, or the sentences that say what is wrong with its default export. */
export type ModuleReading =
  | { readonly ok: true; readonly loaders: ReadonlyMap<string, () => unknown> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Checks what `./module` exports against the page contract (src/contract/page-module.ts). */
export function readPageModule(exposed: unknown, { moduleManifest }: PageManifest): ModuleReading {
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
export function routeProblem(key: string, loaded: unknown): string | null {
  const component = isObject(loaded) ? loaded['default'] : undefined;
  // A component is a function, or what memo, lazy and forwardRef make of one.
  if (typeof component === 'function' || (isObject(component) && typeof component['$$typeof'] === 'symbol')) return null;
  return `The file of its route ${key} has no component as its default export.`;
}

/** What `./auth` lacks of what the page contract (src/contract/auth.ts) says. */
export function authProblems(exposed: unknown): string[] {
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
