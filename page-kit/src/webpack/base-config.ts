import { createRequire } from 'node:module';
import path from 'node:path';
import { RELEASE_PLACEHOLDER } from '@atrium/releases/release-placeholder';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';
import { ScriptIntegrityPlugin } from './script-integrity-plugin.ts';

const require = createRequire(import.meta.url);

/** Milliseconds until a chunk that does not arrive counts as failed. */
const CHUNK_TIMEOUT = 8_000;

/** What the builds of the shell and of every remote have in common: language, styles, file names, integrity. */
export function baseConfig({ root, name, outputPath = path.join(root, 'dist') }: {
  readonly root: string;
  readonly name: string;
  readonly outputPath?: string;
}): Configuration {
  return {
    name,
    mode: 'production',
    target: 'web',
    context: root,
    devtool: 'source-map',
    output: {
      path: outputPath,
      publicPath: 'auto',
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      // Two releases of one remote in one tab would otherwise take each other's chunks.
      uniqueName: `atrium-${name}-${RELEASE_PLACEHOLDER}`,
      chunkLoadTimeout: CHUNK_TIMEOUT,
      strictModuleExceptionHandling: true,
      clean: true,
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
              // A team's tsconfig.json may say `noEmit`, with which alone imports of './x.ts' would be allowed.
              compilerOptions: { noEmit: false, rewriteRelativeImportExtensions: true, module: 'esnext', sourceMap: true },
            },
          },
        },
        {
          test: /\.css$/,
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
    plugins: [
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash:8].css',
        chunkFilename: '[name].[contenthash:8].css',
      }),
      new ScriptIntegrityPlugin(),
    ],
    optimization: {
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
      minimizer: [new TerserPlugin({ extractComments: false }), new CssMinimizerPlugin()],
    },
    performance: { hints: false },
  };
}
