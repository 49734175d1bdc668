import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import reactRefresh from 'react-refresh-typescript';
import type ts from 'typescript';
import type { WebpackPluginInstance } from 'webpack';

/** What React Fast Refresh adds to a build. */
export interface FastRefresh {
  readonly plugins: readonly WebpackPluginInstance[];
  /** Options of ts-loader that mark the components in every source. */
  readonly loaderOptions: { readonly getCustomTransformers: () => ts.CustomTransformers };
}

/**
 * React Fast Refresh: an edited component takes the place of the running one, with its state. Its overlay is left out,
 * as the development server has one for all errors.
 */
export function fastRefresh(): FastRefresh {
  return {
    plugins: [new ReactRefreshPlugin({ overlay: false })],
    loaderOptions: { getCustomTransformers: () => ({ before: [reactRefresh()] }) },
  };
}
