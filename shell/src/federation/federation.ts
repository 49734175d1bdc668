import type { AuthRelease, PageRelease, ReleaseSet } from '@atrium/releases/release-set';
import { createInstance, registerGlobalPlugins } from '@module-federation/enhanced/runtime';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import type { ContainerLoader } from './container-loader.ts';
import { sharedPackages } from './shared-packages.ts';

declare global {
  /** What page-kit's preset leaves out of every container. */
  var atriumFederation: typeof bundlerRuntime;
}

/** Name by which page modules import the auth remote, whatever its release is called. */
const AUTH_REMOTE = 'auth';

/** Loads what a release exposes, such as `./module`. What it gives is not checked. */
export type LoadExposed = (release: AuthRelease | PageRelease, expose: string) => Promise<unknown>;

/**
 * Sets up Module Federation for the tab: remotes use the shell's copy of the runtime and of the shared packages, and
 * find their way to other remotes through the release set, by a plugin that every federation instance of the tab gets.
 */
export function startFederation(set: ReleaseSet, containers: ContainerLoader): LoadExposed {
  globalThis.atriumFederation = bundlerRuntime;
  const releases = [...(set.auth ? [set.auth] : []), ...set.pages];
  const plugin: ModuleFederationRuntimePlugin = {
    name: 'atrium-release-set',
    beforeRegisterRemote(args) {
      if (args.remote.name === AUTH_REMOTE && set.auth) Object.assign(args.remote, remoteOf(set.auth));
      return args;
    },
    async loadEntry({ remoteInfo }) {
      const release = releases.find(({ global }) => global === remoteInfo.entryGlobalName);
      return release && containers.load(release);
    },
  };
  registerGlobalPlugins([plugin]);
  const host = createInstance({
    name: 'shell',
    remotes: releases.map((release) => ({ name: release.global, ...remoteOf(release) })),
    shared: sharedPackages,
    shareStrategy: 'loaded-first',
  });
  // So that each counts as the shell's; else it would be named after the remote that asks for it first.
  for (const name of Object.keys(sharedPackages)) void host.loadShare(name);
  return (release, expose) => host.loadRemote(release.global + expose.slice(1));
}

function remoteOf(release: AuthRelease | PageRelease) {
  return { entry: new URL(release.base + release.entry, location.origin).href, entryGlobalName: release.global };
}
