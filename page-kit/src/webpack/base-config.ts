import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { RELEASE_PLACEHOLDER } from '@atrium/releases/model';
import { releaseBase } from '@atrium/releases/resolve';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import reactRefresh from 'react-refresh-typescript';
import TerserPlugin from 'terser-webpack-plugin';
import ts from 'typescript';
import type { Configuration } from 'webpack';
import { optimizeLate } from './optimize-late.ts';
import { ReadableErrorsPlugin } from './readable-errors-plugin.ts';
import { CHUNK_TIMEOUT, ScriptIntegrityPlugin } from './script-integrity-plugin.ts';

const require = createRequire(import.meta.url);

/** In development too: two folders can have pictures of the same name. */
const ASSET_NAME = '[name].[contenthash:8][ext]';

/** How a build for a development server differs from one that is sealed and published. */
interface DevelopmentBuild {
  /** The release's id. Sealing replaces a placeholder with it, but development builds are never sealed. */
  readonly release: string;
  /** Whether edited components replace the running ones, which needs React's development build around them. */
  readonly refresh: boolean;
}

/** What to build, and for what. */
export interface BuildOptions {
  readonly root: string;
  readonly name: string;
  /** Folder of the output; `dist` in the root by default. */
  readonly outputPath?: string | undefined;
  /** Omitted for a build that is sealed and published. */
  readonly development?: DevelopmentBuild | undefined;
}

/** The common webpack configuration of the shell and all remotes: language, styles, file names, integrity. */
export function baseConfig({ root, name, outputPath = path.join(root, 'dist'), development }: BuildOptions): Configuration {
  const fileName = development ? '[name]' : '[name].[contenthash:8]';
  const refresh = development?.refresh === true;
  if (!development) optimizeLate();
  return {
    name,
    mode: development ? 'development' : 'production',
    target: 'web',
    context: root,
    // Not with eval, which the site's Content-Security-Policy forbids.
    devtool: 'source-map',
    output: {
      path: outputPath,
      publicPath: development ? releaseBase(name, development.release) : 'auto',
      filename: `${fileName}.js`,
      chunkFilename: `${fileName}.js`,
      // Otherwise two releases of one remote in the same tab would mix their chunks.
      uniqueName: `atrium-${name}-${development?.release ?? RELEASE_PLACEHOLDER}`,
      chunkLoadTimeout: CHUNK_TIMEOUT,
      // A module that failed may be loaded again. While components are replaced, an edit of the module evaluates it again.
      strictModuleExceptionHandling: !refresh,
      clean: !development,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      // ts-loader rewrites './x.ts' to './x.js', the name of the compiled file.
      extensionAlias: { '.js': ['.js', '.ts', '.tsx'] },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          use: {
            loader: require.resolve('ts-loader'),
            options: {
              transpileOnly: true,
              // Not the one nearest to the first file, which can be of this package.
              configFile: ts.findConfigFile(root, existsSync) ?? 'tsconfig.json',
              // ReadableErrorsPlugin adds the place.
              errorFormatter: ({ code, content }: { readonly code: number; readonly content: string }) => `${content} (TS${code})`,
              // React Fast Refresh: an edited component replaces the running one and keeps its state.
              ...(refresh && { getCustomTransformers: () => ({ before: [reactRefresh()] }) }),
              // A team's tsconfig.json may set `noEmit`, which imports of './x.ts' would otherwise need.
              compilerOptions: { noEmit: false, rewriteRelativeImportExtensions: true, module: 'esnext', sourceMap: true },
            },
          },
        },
        // Pictures and fonts, of the types that the site's server knows. Code gets their URL.
        { test: /\.(?:avif|gif|ico|jpe?g|png|svg|webp|woff2?)$/, type: 'asset/resource', generator: { filename: ASSET_NAME } },
        {
          test: /\.css$/,
          oneOf: [
            // Emitted as a separate file, which code loads by its URL.
            { resourceQuery: /^\?url$/, type: 'asset/resource', generator: { filename: ASSET_NAME } },
            {
              // Style sheets have side effects even if package.json says that the package's code has none.
              sideEffects: true,
              use: [
                MiniCssExtractPlugin.loader,
                {
                  loader: require.resolve('css-loader'),
                  options: {
                    modules: {
                      auto: true,
                      localIdentName: `${name}-[local]-[hash:base64:4]`,
                      namedExport: false,
                      exportLocalsConvention: 'as-is',
                    },
                  },
                },
              ],
            },
          ],
        },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `${fileName}.css`,
        chunkFilename: `${fileName}.css`,
      }),
      new ScriptIntegrityPlugin(),
      new ReadableErrorsPlugin(),
      // The development server has its own overlay for all errors.
      ...(refresh ? [new ReactRefreshPlugin({ overlay: false })] : []),
    ],
    optimization: {
      chunkIds: development ? 'named' : 'deterministic',
      moduleIds: development ? 'named' : 'deterministic',
      minimizer: [
        // Without processes of their own: they take longer to start than the files of a module take.
        new TerserPlugin({ parallel: false, minify: TerserPlugin.swcMinify, extractComments: false, terserOptions: { ecma: 2020 } }),
        new CssMinimizerPlugin({ parallel: false }),
      ],
    },
    performance: { hints: false },
  };
}
