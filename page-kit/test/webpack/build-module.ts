import webpack from 'webpack';
import { pageModuleConfig } from '../../src/webpack/remote-config.ts';

/** Builds the page module in a folder with the preset, as a team's own `webpack` does. */
export function buildModule(root: string): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack(pageModuleConfig({ root }), (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
}
