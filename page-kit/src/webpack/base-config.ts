import { createRequire } from 'node:module';
import path from 'node:path';
import { RELEASE_PLACEHOLDER } from '@atrium/releases/release-manifest';
import { releaseBase } from '@atrium/releases/live-site';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';
import type { DevelopmentBuild } from './development-build.ts';
import { fastRefresh } from './fast-refresh.ts';
import { ScriptIntegrityPlugin } from './script-integrity-plugin.ts';

const require = createRequire(import.meta.url);

/** Milliseconds until a chunk that does not arrive counts as failed. */
const CHUNK_TIMEOUT = 8_000;

/** What a build is of, and for. */
export interface BuildOptions {
  readonly root: string;
  readonly name: string;
  /** Folder of the output; left out, `dist` in the root. */
  readonly outputPath?: string | undefined;
  /** Left out for a build that is sealed and published. */
  readonly development?: DevelopmentBuild | undefined;
}

/** What the builds of the shell and of every remote have in common: language, styles, file names, integrity. */
export function baseConfig({ root, name, outputPath = path.join(root, 'dist'), development }: BuildOptions): Configuration {
  const fileName = development ? '[name]' : '[name].[contenthash:8]';
  const refresh = development?.refresh === true ? fastRefresh() : { plugins: [], loaderOptions: {} };
  return {
    name,
    mode: development ? 'development' : 'production',
    target: 'web',
    context: root,
    // Never by eval, which the site's Content-Security-Policy refuses.
    devtool: development ? 'cheap-module-source-map' : 'source-map',
    output: {
      path: outputPath,
      publicPath: development ? releaseBase(name, development.release) : 'auto',
      filename: `${fileName}.js`,
      chunkFilename: `${fileName}.js`,
      // Two releases of one remote in one tab would otherwise take each other's chunks.
      uniqueName: `atrium-${name}-${development?.release ?? RELEASE_PLACEHOLDER}`,
      chunkLoadTimeout: CHUNK_TIMEOUT,
      strictModuleExceptionHandling: true,
      clean: !development,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      // ts-loader writes './x.ts' as './x.js', the name that the file would have once compiled.
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
              ...refresh.loaderOptions,
              // A team's tsconfig.json may say `noEmit`, with which alone imports of './x.ts' would be allowed.
              compilerOptions: { noEmit: false, rewriteRelativeImportExtensions: true, module: 'esnext', sourceMap: true },
            },
          },
        },
        {
          test: /\.css$/,
          oneOf: [
            // A file of its own, which code loads by its address.
            { resourceQuery: /^\?url$/, type: 'asset/resource', generator: { filename: `${fileName}.css` } },
            {
              // Style sheets have effects also where package.json says that code has none.
              sideEffects: true,
              use: [
                MiniCssExtractPlugin.loader,
                {
                  loader: require.resolve('css-loader'),
                  options: {
                    url: false,
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
      ...refresh.plugins,
    ],
    optimization: {
      chunkIds: development ? 'named' : 'deterministic',
      moduleIds: development ? 'named' : 'deterministic',
      minimizer: [new TerserPlugin({ extractComments: false }), new CssMinimizerPlugin()],
    },
    performance: { hints: false },
  };
}
