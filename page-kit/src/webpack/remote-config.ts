import { createRequire } from 'node:module';
import path from 'node:path';
import { divideManifest } from '@atrium/releases/wire';
import { RELEASE_PLACEHOLDER } from '@atrium/releases/model';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Configuration, type ExternalItemFunctionData } from 'webpack';
import type { ModuleManifest } from '../contract/module-manifest.ts';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';
import { baseConfig, type BuildOptions } from './base-config.ts';
import { BuildDescriptionPlugin, containerGlobal, discardBuild, entryFile, type BuildDescriptionOptions } from './build-description-plugin.ts';
import { ConfinedStylesPlugin } from './confined-styles-plugin.ts';
import { readLoaderImports, readModuleManifestFile } from './module-sources.ts';
import { PrerenderPlugin } from './prerender-plugin.ts';
import { consumedPackages } from './shared-packages.ts';
import { readSlotProps } from './slot-props.ts';
import { WholeEntryPlugin } from './whole-entry-plugin.ts';

/** Placeholder URL of the auth remote in page modules. The shell replaces it with the one of its release set. */
const AUTH_REMOTE = 'auth@http://auth.invalid/entry.js';

/**
 * The federation runtime, which the plugin would add to each container. The shell provides the only copy
 * (shell/src/federation). The plugin's own `externalRuntime` option shares only a part of it.
 */
const FEDERATION_RUNTIME = ({ request }: ExternalItemFunctionData) =>
  Promise.resolve(
    request && /webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/.test(request) ? 'var atriumFederation' : undefined,
  );

/**
 * webpack configuration of a page module: builds `src/manifest.ts` and `src/module.ts` in its folder into a container with
 * `./module`, in `dist`.
 *
 * @throws ModuleSourceError if the module manifest, the loaders or the types of slots are invalid
 */
export function pageModuleConfig(options: Omit<BuildOptions, 'name'>): Configuration {
  try {
    return configOfSources(options);
  } catch (error) {
    if (!options.development) discardBuild(path.join(options.root, 'dist'));
    throw error;
  }
}

function configOfSources({ root, development }: Omit<BuildOptions, 'name'>): Configuration {
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
    routeImports: readLoaderImports(path.join(root, 'src/module.ts')).routes,
    slotProps: readSlotProps(path.join(root, 'src/slots.ts'), manifest),
  });
}

interface AuthRemoteOptions extends Omit<BuildOptions, 'name'> {
  readonly module: string;
  /** Request of the dynamic import with supabase-js, with the extension that the compiler writes. The release names its files, so that the shell requests them early for users with a stored session. */
  readonly client?: string;
}

/** webpack configuration of the auth remote: builds `module` into a container with `./auth`, in `dist`. */
export function authRemoteConfig({ root, module, client, development }: AuthRemoteOptions): Configuration {
  return remoteConfig({
    root,
    development,
    name: 'auth',
    kind: 'auth-remote',
    contract: CONTRACT_VERSION,
    exposes: { './auth': module },
    ...(client !== undefined && { onDemand: { './client': client } }),
    remotes: {},
  });
}

interface RemoteOptions extends Omit<BuildDescriptionOptions, 'global'>, Pick<BuildOptions, 'root' | 'development'> {
  readonly exposes: Record<string, string>;
  /** Requests of dynamic imports whose files the release names beside those of exposed modules, by name. */
  readonly onDemand?: Readonly<Record<string, string>>;
  readonly remotes: Record<string, string>;
}

/**
 * Code that four or more files would repeat is a file of its own, from this many bytes of source. With less, a visitor's first page would
 * need another request, and minify worse, for code that few others load. Only files of code: webpack would apply the size neither to
 * style sheets nor to the packages that the shell provides.
 */
const SHARED_CODE = { test: /\.[cm]?[jt]sx?$/, minChunks: 4, minSize: 60_000 };

function remoteConfig({ root, remotes, development, onDemand, ...description }: RemoteOptions): Configuration {
  // Otherwise the plugin finds webpack in the stack of an error, which it provokes by calling webpack without a configuration. That
  // takes a second (@module-federation/sdk, `getWebpackPath`).
  process.env['FEDERATION_WEBPACK_PATH'] ??= createRequire(import.meta.url).resolve('webpack');
  const { name, kind, exposes, manifest } = description;
  const base = baseConfig({ root, name, development });
  const release = development?.release ?? RELEASE_PLACEHOLDER;
  const global = containerGlobal(name, release);
  return {
    ...base,
    entry: {},
    externals: [FEDERATION_RUNTIME],
    optimization: {
      ...base.optimization,
      splitChunks: { cacheGroups: { default: { ...SHARED_CODE, reuseExistingChunk: true }, defaultVendors: false } },
    },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        // Each release has its own federation instance: two releases in one tab share only the shell's packages.
        name: global,
        library: { type: 'var', name: global },
        filename: entryFile(release),
        exposes,
        remotes,
        // Otherwise the plugin takes it from `library`, and would read the URL of a remote as the name of a variable.
        remoteType: 'script',
        shared: consumedPackages(),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: { optimization: { target: 'web' } },
      }),
      // The auth remote belongs to the site and may style all of it.
      ...(kind === 'page-module' ? [new ConfinedStylesPlugin(name)] : []),
      ...(manifest && !development ? [withoutContributions(root, manifest)] : []),
      ...(development ? [] : [new WholeEntryPlugin(entryFile(release), Object.values(exposes))]),
      // A development build is never sealed, so it needs no description.
      ...(development ? [] : [new BuildDescriptionPlugin({ ...description, exposes: { ...exposes, ...onDemand }, global })]),
      ...(manifest?.prerender && !development ? [new PrerenderPlugin(root, manifest)] : []),
    ],
  };
}

/**
 * Leaves the contributions out of the manifest in the module's code: tabs get them from the server, and every visitor would
 * download their texts in all languages before the first page.
 */
function withoutContributions(root: string, manifest: ModuleManifest) {
  const listed = JSON.stringify(divideManifest(manifest).listed);
  // ts-loader rewrites the request './manifest.ts'.
  return new webpack.NormalModuleReplacementPlugin(/^\.\/manifest\.js$/, (resource: { context: string; request: string }) => {
    if (resource.context !== path.join(root, 'src')) return;
    resource.request = `data:text/javascript,${encodeURIComponent(`export const manifest = ${listed};`)}`;
  });
}
