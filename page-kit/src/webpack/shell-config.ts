import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';
import { baseConfig, type BuildOptions } from './base-config.ts';
import { BuildDescriptionPlugin } from './build-description-plugin.ts';
import { InitialFilesPlugin } from './initial-files-plugin.ts';

/**
 * What the federation plugin would define for its runtime. Remotes are entries, not federation manifests, so the
 * runtime's handling of manifests and snapshots is left out.
 */
const FEDERATION_RUNTIME = {
  // Containers use this copy of the runtime too: with a name of its own, it would take all of them for one build.
  FEDERATION_BUILD_IDENTIFIER: '""',
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
  FEDERATION_OPTIMIZE_NO_SHARED: 'false',
  ENV_TARGET: '"web"',
};

/** The module of the federation runtime for which no-federation-manifests.ts stands. */
const FEDERATION_MANIFESTS = /\/snapshot\/SnapshotHandler\.js$/;

/**
 * The primitives, without the translations of their texts, and the library that they are made of: one file, whoever
 * needs them. Every file more is named, with its hash, in what each visitor's first screen gets.
 */
const PRIMITIVES = /[\\/]primitives[\\/][\w-]+\.tsx?$|[\\/]node_modules[\\/](?:@base-ui|@floating-ui|lucide-react|reselect|use-sync-external-store)[\\/]/;

/**
 * Stands at the beginning of the second script, which can do nothing without the first: where that did not arrive, the tab
 * is loaded again, at most once a minute. In the document itself it would need a policy that allows inline scripts.
 */
const RELOAD_WITHOUT_BOOT = `if (!self.atriumIntegrity) try {
  if (Date.now() - (sessionStorage.atriumReload ?? 0) > 60000) {
    sessionStorage.atriumReload = Date.now();
    location.reload();
  }
} catch {}`;

/** What a shell is built from. */
export interface ShellOptions {
  readonly root: string;
  /** File that exports the agreed names of react-router-dom: what every import of it gets, the shell's own too. */
  readonly routerFacade: string;
}

/**
 * webpack's configuration of the shell. It sets federation up by its runtime alone: it knows no remote's address, and
 * hands the shared packages over itself, so the build has nothing to federate.
 */
export function shellConfig(options: ShellOptions): Configuration {
  const config = shellBuild({ ...options, forDevelopment: false });
  const routerFacade = path.join(options.root, options.routerFacade);
  return {
    ...config,
    // The development build lies in the same folder.
    output: { ...config.output, clean: { keep: /^development(?:[\\/]|$)/ } },
    plugins: [
      ...(config.plugins ?? []),
      new webpack.BannerPlugin({ raw: true, test: /^main\.\w+\.js$/, banner: RELOAD_WITHOUT_BOOT }),
      new BuildDescriptionPlugin({ name: 'shell', kind: 'shell', contract: CONTRACT_VERSION, routerFacade }),
    ],
  };
}

/**
 * webpack's configuration of the shell's second build, which development servers load in the place of the first: with
 * React's development build, and with what page modules under development need of a shell. It goes into
 * `dist/development`, and so into the shell's release.
 *
 * @param options with `development` where it is the shell itself that is being developed
 */
export function shellDevelopmentConfig(options: ShellOptions & Pick<BuildOptions, 'development'>): Configuration {
  const config = shellBuild({ ...options, outputPath: path.join(options.root, 'dist/development'), forDevelopment: true });
  return {
    ...config,
    name: 'shell-development',
    mode: 'development',
    optimization: { ...config.optimization, minimize: false },
    // A page team looks for its own code. React's stands in the release as it is in its package.
    devtool: options.development ? (config.devtool ?? false) : false,
    entry: {
      boot: ['./src/development/renderer-hook.ts', './src/boot.ts'],
      main: { import: './src/main.tsx', dependOn: 'boot' },
    },
    plugins: [
      ...(config.plugins ?? []),
      ...(options.development ? [] : [new InitialFilesPlugin({ file: 'initial.json', prefix: 'development/' })]),
    ],
  };
}

interface ShellBuildOptions extends ShellOptions, Pick<BuildOptions, 'outputPath' | 'development'> {
  readonly forDevelopment: boolean;
}

function shellBuild({ root, routerFacade, outputPath, development, forDevelopment }: ShellBuildOptions): Configuration {
  const base = baseConfig({ root, name: 'shell', outputPath, development });
  return {
    ...base,
    // Two scripts: the first needs no React, and prepares for the remotes' entries while React is on its way.
    entry: { boot: './src/boot.ts', main: { import: './src/main.tsx', dependOn: 'boot' } },
    optimization: {
      ...base.optimization,
      splitChunks: { cacheGroups: { primitives: { test: PRIMITIVES, name: 'primitives', chunks: 'async', enforce: true } } },
    },
    resolve: { ...base.resolve, alias: { 'react-router-dom$': path.join(root, routerFacade) } },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.DefinePlugin({ ...FEDERATION_RUNTIME, ATRIUM_DEVELOPMENT: String(forDevelopment) }),
      new webpack.NormalModuleReplacementPlugin(FEDERATION_MANIFESTS, path.join(import.meta.dirname, 'no-federation-manifests.ts')),
    ],
  };
}
