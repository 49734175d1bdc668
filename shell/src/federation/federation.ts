import type { RemoteRelease } from '@atrium/releases/wire';
import { createInstance, registerGlobalPlugins, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import type { ContainerLoader } from './container-loader.ts';
import { isLazy, sharedPackages } from './shared-packages.ts';

declare global {
  /** The federation runtime, which page-kit's preset leaves out of every container. */
  var atriumFederation: typeof bundlerRuntime;
}

/** Name by which page modules import the auth remote, in all its releases. */
const AUTH_REMOTE = 'auth';

/** Module Federation of one tab. */
export interface Federation {
  /** Loads what a release exposes, such as `./module`. The result is not checked. */
  loadExposed(release: RemoteRelease, expose: string): Promise<unknown>;
  /** Sets the release that page modules get when they import the auth remote. The promise resolves once it is known to work. */
  provideAuth(release: Promise<RemoteRelease>): void;
}

/**
 * Sets up Module Federation for the tab: remotes use the shell's copy of the runtime and of the shared packages, and find
 * the auth remote through a plugin that every federation instance of the tab gets.
 */
export function startFederation(containers: ContainerLoader): Federation {
  globalThis.atriumFederation = bundlerRuntime;
  /** Keyed by the global variable of the entry, which names the release: two releases of one remote are two remotes. */
  const releases = new Map<string, RemoteRelease>();
  let auth: Promise<RemoteRelease> = Promise.reject(new Error('The auth remote was not requested.'));
  auth.catch(() => undefined);
  const plugin: ModuleFederationRuntimePlugin = {
    name: 'atrium-releases',
    beforeRegisterRemote(args) {
      if (args.remote.name === AUTH_REMOTE) Object.assign(args.remote, { entry: location.origin, entryGlobalName: AUTH_REMOTE });
      return args;
    },
    async loadEntry({ remoteInfo: { entryGlobalName } }) {
      const release = entryGlobalName === AUTH_REMOTE ? await auth : releases.get(entryGlobalName);
      return release && containers.load(release);
    },
  };
  registerGlobalPlugins([plugin]);
  const host = createInstance({ name: 'shell', remotes: [], shared: sharedPackages, shareStrategy: 'loaded-first' });
  // Registers each as the shell's; otherwise it would be named after the remote that first requests it.
  for (const name of Object.keys(sharedPackages)) if (!isLazy(name)) void host.loadShare(name);
  return {
    loadExposed(release, expose) {
      const { global, base, entry } = release;
      if (!releases.has(global)) {
        releases.set(global, release);
        host.registerRemotes([{ name: global, entry: new URL(base + entry, location.origin).href, entryGlobalName: global }]);
      }
      return host.loadRemote(global + expose.slice(1));
    },
    provideAuth(release) {
      auth = release;
      release.catch(() => undefined);
    },
  };
}
