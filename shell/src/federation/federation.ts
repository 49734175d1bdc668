import type { RemoteRelease } from '@atrium/releases/wire';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { remotes } from '@module-federation/webpack-bundler-runtime/dist/remotes.js';
import type { ContainerLoader } from './container-loader.ts';
import { FederationInstance, loadShared, type Container, type ShareScope } from './federation-instance.ts';
import { isLazy, sharedPackages } from './shared-packages.ts';

declare global {
  /** The federation runtime, which page-kit's preset leaves out of every container. */
  var atriumFederation: object;
}

/** What a container of page-kit's preset passes to the runtime when its entry runs. */
interface ContainerStart {
  readonly webpackRequire: { readonly federation: { readonly initOptions: { readonly name: string } } };
}

/** What a container passes to the runtime when the shell, or a container with a runtime of its own, initialises it. */
interface ContainerInit {
  readonly webpackRequire: { readonly federation: { readonly instance: FederationInstance } };
  readonly shareScope: ShareScope;
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

/** Sets up Module Federation for the tab: remotes use the shell's runtime, its shared packages and the auth remote of its release set. */
export function startFederation(containers: ContainerLoader): Federation {
  let auth: Promise<RemoteRelease> = Promise.reject(new Error('The auth remote was not requested.'));
  auth.catch(() => undefined);
  const loadAuth = async (): Promise<Container> => containers.load(await auth);
  const findContainer = (remote: string) => (remote === AUTH_REMOTE ? loadAuth() : Promise.reject(new Error(`Page modules cannot import ${remote}.`)));
  globalThis.atriumFederation = {
    // Containers only check that it exists.
    runtime: {},
    bundlerRuntime: {
      remotes,
      consumes,
      // The package's versions of these two do more for containers that share packages of their own, in several scopes.
      initContainerEntry: ({ webpackRequire, shareScope }: ContainerInit) => webpackRequire.federation.instance.useScope(shareScope),
      I: () => Promise.resolve(true),
      init: ({ webpackRequire }: ContainerStart) => new FederationInstance(webpackRequire.federation.initOptions.name, findContainer),
    },
    bundlerRuntimeOptions: {},
    attachShareScopeMap,
  };
  const host = new FederationInstance('shell', findContainer, sharedPackages);
  // Others count as loaded only on use, and a container with another copy would be asked for it first.
  for (const [name, versions] of Object.entries(sharedPackages)) {
    if (!isLazy(name)) for (const shared of Object.values(versions)) void loadShared(shared);
  }
  provideToOtherRuntimes(host, loadAuth);
  return {
    loadExposed: async (release, expose) => (await host.loadExposed(await containers.load(release), expose))(),
    provideAuth(release) {
      auth = release;
      release.catch(() => undefined);
    },
  };
}

/**
 * A container that was built without page-kit's preset has a runtime of its own. It finds the auth remote by a plugin in this global
 * (`ModuleFederationRuntimePlugin` in https://github.com/module-federation/core/blob/main/packages/runtime-core/src/type/plugin.ts).
 */
function provideToOtherRuntimes(host: FederationInstance, loadAuth: () => Promise<Container>): void {
  const plugin = {
    name: 'atrium-releases',
    beforeRegisterRemote(args: { readonly remote: { readonly name: string } }) {
      if (args.remote.name === AUTH_REMOTE) Object.assign(args.remote, { entry: location.origin, entryGlobalName: AUTH_REMOTE });
      return args;
    },
    loadEntry: async ({ remoteInfo }: { readonly remoteInfo: { readonly entryGlobalName: string } }) => (remoteInfo.entryGlobalName === AUTH_REMOTE ? loadAuth() : undefined),
  };
  Object.assign(globalThis, { __FEDERATION__: { __GLOBAL_PLUGIN__: [plugin], __INSTANCES__: [host], __SHARE__: { shell: host.shareScopeMap } } });
}
