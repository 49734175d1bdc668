/** @jest-environment node */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import { CurrentModuleManifest } from '../../src/dev-server/current-module-manifest.ts';
import { moduleFolder, ORDERS } from '../webpack/module-folder.ts';

let folder: ReturnType<typeof moduleFolder>;

beforeEach(() => (folder = moduleFolder(ORDERS)));
afterEach(() => folder.remove());

function currentModuleManifest(): CurrentModuleManifest {
  return new CurrentModuleManifest(path.join(folder.root, 'src'));
}

function change(file: string, from: string, to: string): void {
  writeFileSync(path.join(folder.root, file), (ORDERS[file] ?? '').replace(from, to));
}

/** Runs a build with the plugin. Returns the errors of the build. */
function build(manifest: CurrentModuleManifest): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const entry = 'data:text/javascript,1';
    webpack({ mode: 'development', entry, output: { path: path.join(folder.root, 'dist') }, plugins: [manifest] }, (error, stats) => {
      if (error) reject(error);
      else resolve((stats?.toJson({ all: false, errors: true }).errors ?? []).map(({ message }) => message));
    });
  });
}

test('accepts a command without code if it opens a route', async () => {
  const manifest = currentModuleManifest();
  change('src/manifest.ts', 'routes:', "commands: { open: { title: { en: 'Orders' }, route: 'list' } }, routes:");
  expect(await build(manifest)).toEqual([]);
  expect(manifest.current.commands).toHaveProperty('open');
});

test('has the manifest of the last build', async () => {
  const manifest = currentModuleManifest();
  expect(manifest.current.routes).toEqual({ list: '/orders' });
  change('src/manifest.ts', "'/orders'", "'/orders/*'");
  expect(await build(manifest)).toEqual([]);
  expect(manifest.current.routes).toEqual({ list: '/orders/*' });
});

test('has the manifest of the files, because a document must not be older than the code that it loads', () => {
  const manifest = currentModuleManifest();
  change('src/manifest.ts', "'/orders'", "'/orders/*'");
  expect(manifest.current.routes).toEqual({ list: '/orders/*' });
});

test.each([
  ['an invalid path', 'src/manifest.ts', "'/orders'", "'orders'", /routes\.list/],
  ['a route without a page', 'src/manifest.ts', "list: '/orders'", "list: '/orders', order: '/orders/:id'", /module\.ts does not import the route order/],
  ['a page without a route', 'src/module.ts', 'list: () =>', "order: () => import('./x.tsx'), list: () =>", /imports the route order, which is not in the module manifest/],
  ['a slot without a type', 'src/manifest.ts', "routes:", "slots: { actions: { version: '1.0' } }, routes:", /The slot actions has no type\. Create .*slots\.ts/],
  ['an extension without code', 'src/manifest.ts', "routes:", "extensions: { card: { slot: 'home.cards', slotVersion: '1.0', title: { en: 'Card' }, size: { height: 100 } } }, routes:", /does not import the extension card/],
  ['code without a command', 'src/module.ts', '{ routes:', "{ commands: { open: () => import('./x.ts') }, routes:", /imports the command open, which is not in the module manifest/],
  ['code in the manifest', 'src/manifest.ts', 'export const', "import 'node:fs'; export const", /plain data/],
  ['another name', 'src/manifest.ts', "name: 'orders'", "name: 'sales'", /name has changed to sales/],
])('%s is an error of the build, and the manifest does not change', async (_what, file, from, to, message) => {
  const manifest = currentModuleManifest();
  change(file, from, to);
  expect(await build(manifest)).toEqual([expect.stringMatching(message)]);
  expect(manifest.current.name).toBe('orders');
  expect(manifest.current.routes).toEqual({ list: '/orders' });
});
