/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildDescriptionSchema } from '@atrium/releases/model';
import reactPackage from 'react/package.json' with { type: 'json' };
import * as v from 'valibot';
import webpack from 'webpack';
import { CONTRACT_VERSION } from '../../src/contract/contract-version.ts';
import { shellConfig } from '../../src/webpack/shell-config.ts';
import { moduleFolder } from './module-folder.ts';

jest.setTimeout(120_000);

const SHELL = {
  'src/boot.ts': 'console.log("boot");',
  'src/main.tsx': `
    import * as react from 'react';
    import * as reactDom from 'react-dom';
    import * as jsx from 'react/jsx-runtime';
    import * as router from 'react-router-dom';
    import routerPackage from 'react-router-dom/package.json';
    import * as ui from '@atrium/page-kit/ui';
    console.log(react, reactDom, jsx, router, routerPackage.version, ui);`,
  'src/facade.ts': "export { Link, useLocation, BrowserRouter } from 'react-router';",
  'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "resolveJsonModule": true } }',
};

let folder: ReturnType<typeof moduleFolder> | undefined;

afterEach(() => folder?.remove());

function build(files: Readonly<Record<string, string>>): Promise<string> {
  folder = moduleFolder(files);
  const { root } = folder;
  return new Promise((resolve, reject) => {
    const config = shellConfig({ root, routerFacade: 'src/facade.ts' });
    // Without minimizing, which takes most of the time and does not affect the tested output.
    webpack({ ...config, devtool: false, optimization: { ...config.optimization, minimize: false } }, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve(readFileSync(path.join(root, 'dist/build.json'), 'utf8'));
    });
  });
}

test('lists the exact versions that it provides, and the agreed names of its router facade', async () => {
  const { shared, routerNames } = v.parse(buildDescriptionSchema, JSON.parse(await build(SHELL)));
  expect(shared).toMatchObject({
    react: reactPackage.version,
    'react/jsx-runtime': reactPackage.version,
    '@atrium/page-kit/ui': CONTRACT_VERSION,
  });
  expect(Object.keys(shared)).toHaveLength(7);
  expect(routerNames).toEqual(['Link', 'useLocation']);
});

test('rejects a shell without a shared package', async () => {
  const main = "import * as react from 'react'; console.log(react);";
  await expect(build({ ...SHELL, 'src/main.tsx': main })).rejects.toThrow('The shell must provide react-dom to the remotes');
});
