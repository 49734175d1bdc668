import webpack from 'webpack';
import { pageModuleConfig } from '../../src/webpack/remote-config.ts';

/**
 * Builds the page module in a folder with the preset, as a team's own `webpack` does. Minimizing takes most of the time, so
 * tests that it does not affect build without it.
 */
export function buildModule(root: string, { minimize = true } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const config = pageModuleConfig({ root });
    webpack(minimize ? config : { ...config, devtool: false, optimization: { ...config.optimization, minimize } }, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
}
