import { createInstance, registerGlobalPlugins, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import { authStandIn } from './auth-stand-in.ts';
import type { SharedPackage } from './shared-packages.ts';
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
 * the shared packages, and resolves `auth/auth` to a stand-in. Returns the function that loads an exposed module.
 */
export function startFederation(
  tab: SmokeTestTab,
  { global, entry }: TestedContainer,
  shared: ReadonlyMap<string, SharedPackage>,
): (expose: string) => Promise<unknown> {
  Object.assign(tab.window, { atriumFederation: bundlerRuntime });
  registerGlobalPlugins([
    {
      name: 'atrium-smoke-test',
      loadEntry: ({ remoteInfo }) => Promise.resolve(remoteInfo.entryGlobalName === global ? containerOf(tab, global) : authStandIn),
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
