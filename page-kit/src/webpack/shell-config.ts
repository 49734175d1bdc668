import path from 'node:path';
import webpack, { type Chunk, type Compiler, type Configuration } from 'webpack';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';
import { baseConfig, type BuildOptions } from './base-config.ts';
import { BuildDescriptionPlugin, filesOfChunks } from './build-description-plugin.ts';

/**
 * The primitives and the library that they use, in one file, because every document lists each file of the shell with its hash. The
 * translations of their texts are apart. So is `close-on-back`, which the palette and the panel of all pages use without the primitives.
 */
const PRIMITIVES = /[\\/]primitives[\\/](?!close-on-back\.)[\w-]+\.tsx?$|[\\/]node_modules[\\/](?:@base-ui|@floating-ui|reselect|use-sync-external-store)[\\/]/;

/** The icons, in a file of their own: the menu shows some on every page, and must not load the primitives. */
const ICONS = /[\\/]ui[\\/]icons\.tsx$|[\\/]node_modules[\\/]lucide-react[\\/]/;

function loadsOnUse(chunk: Chunk): boolean {
  return !chunk.canBeInitial();
}

/**
 * Start of the second script, which depends on the first: if the first did not load, the tab reloads, at most once a minute. In the
 * document itself, this code would need a policy that allows inline scripts.
 */
const RELOAD_WITHOUT_BOOT = `if (!self.atriumIntegrity) try {
  if (Date.now() - (sessionStorage.atriumReload ?? 0) > 60000) {
    sessionStorage.atriumReload = Date.now();
    location.reload();
  }
} catch {}`;

/** The sources of a shell. */
export interface ShellOptions {
  readonly root: string;
  /** File that exports the agreed names of react-router-dom. It replaces the package everywhere, also in the shell. */
  readonly routerFacade: string;
}

/**
 * webpack configuration of the shell. The shell uses only the federation runtime, not the plugin: it has no fixed remotes, and
 * registers the shared packages itself.
 */
export function shellConfig(options: ShellOptions): Configuration {
  const config = shellBuild({ ...options, forDevelopment: false });
  const routerFacade = path.join(options.root, options.routerFacade);
  return {
    ...config,
    // The development build is in the same folder.
    output: { ...config.output, clean: { keep: /^development(?:[\\/]|$)/ } },
    plugins: [
      ...(config.plugins ?? []),
      new webpack.BannerPlugin({ raw: true, test: /^main\.\w+\.js$/, banner: RELOAD_WITHOUT_BOOT }),
      new BuildDescriptionPlugin({ name: 'shell', kind: 'shell', contract: CONTRACT_VERSION, routerFacade }),
    ],
  };
}

/**
 * webpack configuration of the shell's development build, which development servers load instead of the production build: with
 * React's development build, and with what page modules need of a shell during development. It is written to
 * `dist/development`, and is therefore a part of the shell's release.
 *
 * @param options with `development` if the shell itself is developed
 */
export function shellDevelopmentConfig(options: ShellOptions & Pick<BuildOptions, 'development'>): Configuration {
  const config = shellBuild({ ...options, outputPath: path.join(options.root, 'dist/development'), forDevelopment: true });
  return {
    ...config,
    name: 'shell-development',
    mode: 'development',
    optimization: { ...config.optimization, minimize: false },
    // Page teams debug their own code, so the release needs no source maps of the shell.
    devtool: options.development ? (config.devtool ?? false) : false,
    entry: {
      boot: ['./src/development/renderer-hook.ts', './src/boot.ts'],
      main: { import: './src/main.tsx', dependOn: 'boot' },
    },
    plugins: [
      ...(config.plugins ?? []),
      ...(options.development ? [] : [writeInitialFiles({ file: 'initial.json', prefix: 'development/' })]),
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
    // Two scripts: the first needs no React, and prepares the loading of remotes while React loads.
    entry: { boot: './src/boot.ts', main: { import: './src/main.tsx', dependOn: 'boot' } },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          primitives: { test: PRIMITIVES, name: 'primitives', chunks: loadsOnUse, enforce: true },
          icons: { test: ICONS, name: 'icons', chunks: loadsOnUse, enforce: true },
          // Every part that loads on use is one file, because every document lists each file.
          defaultVendors: false,
        },
      },
    },
    module: { rules: [...(base.module?.rules ?? []), { test: /\.(?:webp|woff2)$/, type: 'asset/resource', generator: { filename: forDevelopment ? '[name][ext]' : '[name].[contenthash:8][ext]' } }] },
    resolve: { ...base.resolve, alias: { 'react-router-dom$': path.join(root, routerFacade) } },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.DefinePlugin({ ATRIUM_DEVELOPMENT: String(forDevelopment) }),
    ],
  };
}

/** Writes a JSON file that lists the scripts and style sheets of the build's entries in loading order. @param prefix is prepended to each name */
function writeInitialFiles({ file, prefix }: { readonly file: string; readonly prefix: string }) {
  return (compiler: Compiler): void => {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('writeInitialFiles', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'writeInitialFiles', stage }, () => {
        const { scripts, styles } = filesOfChunks([...compilation.entrypoints.values()].flatMap(({ chunks }) => chunks));
        const withPrefix = (names: readonly string[]) => names.map((name) => `${prefix}${name}`);
        compilation.emitAsset(file, new sources.RawSource(JSON.stringify({ scripts: withPrefix(scripts), styles: withPrefix(styles) })));
      });
    });
  };
}
