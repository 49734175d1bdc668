import path from 'node:path';
import { RELEASE_PLACEHOLDER } from '@atrium/releases/release-manifest';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration, ExternalItemFunctionData } from 'webpack';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';
import { baseConfig, type BuildOptions } from './base-config.ts';
import { BuildDescriptionPlugin, type BuildDescriptionOptions } from './build-description-plugin.ts';
import { ConfinedStylesPlugin } from './confined-styles-plugin.ts';
import { readModuleManifestFile } from './module-manifest-file.ts';
import { containerGlobal, entryFile } from './container-global.ts';
import { readRouteImports } from './route-imports.ts';
import { consumedPackages } from './shared-packages.ts';

/** Address under which page modules name the auth remote; the shell puts the one of its release set in its place. */
const AUTH_REMOTE = 'auth@http://auth.invalid/entry.js';

/**
 * The federation runtime that the plugin writes into each container, of which the shell provides the one copy
 * (shell/src/federation). The plugin's own `externalRuntime` shares only a part of it.
 */
const FEDERATION_RUNTIME = ({ request }: ExternalItemFunctionData) =>
  Promise.resolve(
    request && /webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/.test(request) ? 'var atriumFederation' : undefined,
  );

/**
 * webpack's configuration of a page module: `src/manifest.ts` and `src/module.ts` in its folder become the container
 * with `./module`, in `dist`.
 * @throws {ModuleManifestFileError|RouteImportsError} if the module manifest or the routes cannot be read
 */
export function pageModuleConfig({ root, development }: Omit<BuildOptions, 'name'>): Configuration {
  const manifest = readModuleManifestFile(path.join(root, 'src/manifest.ts'));
  return remoteConfig({
    root,
    development,
    name: manifest.name,
    kind: 'page-module',
    contract: manifest.contract,
    exposes: { './module': './src/module.ts' },
    remotes: { auth: AUTH_REMOTE },
    manifest,
    routeImports: readRouteImports(path.join(root, 'src/module.ts')),
  });
}

/** webpack's configuration of the auth remote: `module` becomes the container with `./auth`, in `dist`. */
export function authRemoteConfig({ root, module, development }: Omit<BuildOptions, 'name'> & { readonly module: string }): Configuration {
  return remoteConfig({
    root,
    development,
    name: 'auth',
    kind: 'auth-remote',
    contract: CONTRACT_VERSION,
    exposes: { './auth': module },
    remotes: {},
  });
}

interface RemoteOptions extends BuildDescriptionOptions, Pick<BuildOptions, 'root' | 'development'> {
  readonly exposes: Record<string, string>;
  readonly remotes: Record<string, string>;
}

function remoteConfig({ root, remotes, development, ...description }: RemoteOptions): Configuration {
  const { name, kind, exposes } = description;
  const base = baseConfig({ root, name, development });
  const release = development?.release ?? RELEASE_PLACEHOLDER;
  const global = containerGlobal(name, release);
  return {
    ...base,
    entry: {},
    externals: [FEDERATION_RUNTIME],
    // A remote's code is small: one file for each thing that is loaded, rather than vendor files beside it.
    optimization: { ...base.optimization, splitChunks: false },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        // A federation instance of its own for each release: two releases in one tab share nothing but the shell's packages.
        name: global,
        library: { type: 'var', name: global },
        filename: entryFile(release),
        exposes,
        remotes,
        // Else it is taken from `library`, and the address of a remote would be read as the name of a variable.
        remoteType: 'script',
        shared: consumedPackages(),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: { optimization: { target: 'web' } },
      }),
      // The auth remote is the site's own, and may style all of it.
      ...(kind === 'page-module' ? [new ConfinedStylesPlugin(name)] : []),
      // What is never sealed needs no description: its development server knows it.
      ...(development ? [] : [new BuildDescriptionPlugin(description)]),
    ],
  };
}
