import { createRequire } from 'node:module';
import path from 'node:path';
import { createInstance, registerGlobalPlugins, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import * as v from 'valibot';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';
import type { SmokeTestTab } from './tab.ts';

/** A remote's entry, and the global variable that it sets. */
export interface TestedContainer {
  readonly global: string;
  readonly entry: string;
}

/** A federation container, which an entry must leave in its variable. */
type Container = Exclude<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>, void>;

/**
 * Does for one container what the shell does for its remotes (shell/src/federation): provides the federation runtime and
 * the shared packages, and resolves `auth/auth` to a stand-in, by default one that no code may call. Returns the function that loads an exposed module.
 */
export function startFederation(
  tab: SmokeTestTab,
  { global, entry }: TestedContainer,
  shared: ReadonlyMap<string, SharedPackage>,
  authModule: object = AUTH_MODULE,
): (expose: string) => Promise<unknown> {
  Object.assign(tab.window, { atriumFederation: bundlerRuntime });
  registerGlobalPlugins([
    {
      name: 'atrium-smoke-test',
      loadEntry: ({ remoteInfo }) => Promise.resolve(remoteInfo.entryGlobalName === global ? containerOf(tab, global) : authContainer(authModule)),
    },
  ]);
  const host = createInstance({
    name: 'shell',
    remotes: [{ name: global, entry: tab.addressOf(entry), entryGlobalName: global }],
    shared: Object.fromEntries([...shared].map(([name, found]) => [name, shareOf(found)])),
    shareStrategy: 'loaded-first',
  });
  return (expose) => host.loadRemote(global + expose.slice(1));
}

/** @throws Error when the entry left no container. */
export function containerOf(tab: SmokeTestTab, global: string): Container {
  const value: unknown = Reflect.get(tab.window, global);
  if (isContainer(value)) return value;
  throw new Error(`The entry leaves no federation container in the variable ${global}.`);
}

function isContainer(value: unknown): value is Container {
  return (
    typeof value === 'object' && value !== null &&
    'init' in value && typeof value.init === 'function' &&
    'get' in value && typeof value.get === 'function'
  );
}

function shareOf(found: SharedPackage) {
  const { version } = found;
  return {
    version,
    get: async () => {
      const exports = await found.load();
      return () => exports;
    },
    scope: ['default'],
    strategy: 'loaded-first' as const,
    shareConfig: { singleton: true, eager: false, requiredVersion: `^${version}` },
  };
}

/** Stands for any function or component of the auth remote. A module may import it while loading, but not call it. */
function notInSmokeTest(): never {
  throw new Error('The sign-in is not available while a module loads: use it in a component or in start.');
}

const AUTH_MODULE = {
  AuthProvider: notInSmokeTest,
  RequireAuth: notInSmokeTest,
  useAuth: notInSmokeTest,
  useSupabase: notInSmokeTest,
  verifyToken: notInSmokeTest,
  firstPageShown: () => undefined,
  auth: new Proxy({}, { get: () => notInSmokeTest }),
};

/** A container that replaces the auth remote, because page modules import `auth/auth` when their code loads. */
function authContainer(authModule: object) {
  // The runtime's types expect a promise here, but its containers return the module itself, which a page needs when it renders.
  const factory: () => never = () => authModule as never;
  return { init: () => undefined, get: () => factory };
}

/** A package that the shell shares, but that the smoke test cannot find. */
class PackageMissingError extends Error {
  override readonly name = 'PackageMissingError';
}

/** A shared package: its version, and a way to load it. */
export interface SharedPackage {
  readonly version: string;
  readonly load: () => Promise<unknown>;
}

const packageSchema = v.object({ version: v.string() });
const ownRequire = createRequire(import.meta.url);

/**
 * The packages that the shell would share: the remote's own copies, which its team tests with, otherwise page-kit's.
 *
 * @param names the packages that the remote consumes
 * @throws PackageMissingError for a package that is not installed
 */
export function sharedPackages(names: readonly string[], folder: string): ReadonlyMap<string, SharedPackage> {
  let last: Promise<unknown> = Promise.resolve();
  // One at a time: newer versions of Node refuse to `require` an ES module during its import.
  const inTurn = ({ version, load }: SharedPackage): SharedPackage => ({
    version,
    load: () => (last = last.then(load, load)),
  });
  return new Map(names.map((name) => [name, inTurn(find(name, folder))]));
}

function find(name: string, folder: string): SharedPackage {
  if (name === '@atrium/page-kit/ui') return { version: CONTRACT_VERSION, load: () => import('../ui/ui.ts') };
  if (name === '@atrium/page-kit/site') return { version: CONTRACT_VERSION, load: () => import('../site/site.ts') };
  if (name === '@atrium/page-kit/primitives') return { version: CONTRACT_VERSION, load: () => import('../primitives/primitives.ts') };
  const owner = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? name);
  for (const require of [createRequire(path.join(path.resolve(folder), 'package.json')), ownRequire]) {
    try {
      const { version } = v.parse(packageSchema, require(`${owner}/package.json`));
      const file = require.resolve(name);
      return { version, load: () => Promise.resolve<unknown>(require(file)) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  }
  throw new PackageMissingError(
    `${owner} is not installed, so the smoke test cannot run. Add it to the devDependencies of the module, and run npm install.`,
  );
}
