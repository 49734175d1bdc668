/** @jest-environment node */
import path from 'node:path';
import { readLoaderImports, readModuleManifestFile } from '../../src/webpack/module-sources.ts';
import { moduleFolder, ORDERS } from './module-folder.ts';

const folders: ReturnType<typeof moduleFolder>[] = [];

afterEach(() => folders.splice(0).forEach((folder) => folder.remove()));

function fileWith(name: string, content: string): string {
  const folder = moduleFolder({ [name]: content });
  folders.push(folder);
  return path.join(folder.root, name);
}

test('reads a module manifest without building the module', () => {
  expect(readModuleManifestFile(fileWith('manifest.ts', ORDERS['src/manifest.ts'] ?? ''))).toMatchObject({ name: 'orders' });
});

test.each([
  ['imports code', "import { list } from './list.ts'; export const manifest = list;", 'A module manifest is plain data'],
  ['throws', "throw new Error('boom');", 'boom'],
  ['never ends', 'for (;;) {}', 'timed out'],
  ['does not export manifest', 'export const other = 1;', 'does not export `manifest`'],
])('rejects a module manifest that %s', (_, content, reason) => {
  const file = fileWith('manifest.ts', content);
  expect(() => readModuleManifestFile(file)).toThrow(reason);
});

test('reports a missing module manifest', () => {
  expect(() => readModuleManifestFile('/nowhere/manifest.ts')).toThrow('Cannot read the module manifest in /nowhere/manifest.ts');
});

test('reads which file each route, extension, command and search provider imports', () => {
  const none = { extensions: new Map(), commands: new Map(), search: new Map() };
  expect(readLoaderImports(fileWith('module.ts', ORDERS['src/module.ts'] ?? ''))).toEqual({ ...none, routes: new Map([['list', './list-page.tsx']]) });
  const content = `export default definePageModule(manifest, {
    routes: {}, extensions: { 'order-card': () => import('./card.tsx') }, commands: { open: () => import('./open.ts') }, search: { orders: () => import('./search.ts') },
  });`;
  expect(readLoaderImports(fileWith('module.ts', content))).toEqual({
    routes: new Map(),
    extensions: new Map([['order-card', './card.tsx']]),
    commands: new Map([['open', './open.ts']]),
    search: new Map([['orders', './search.ts']]),
  });
});

test.each([
  ['no routes', 'export default definePageModule(manifest, {});', 'needs an object literal `routes: {…}`'],
  ['a route without an import', 'export default definePageModule(manifest, { routes: { list: loadList } });', 'Write the route'],
  ['an import of a variable', 'export default definePageModule(manifest, { routes: { list: () => import(page) } });', 'Write the route'],
  ['a shorthand', 'export default definePageModule(manifest, { routes: { list } });', 'Write the route'],
  ['an extension without an import', 'export default definePageModule(manifest, { routes: {}, extensions: { card: loadCard } });', 'Write the extension `card: loadCard`'],
  ['commands elsewhere', 'export default definePageModule(manifest, { routes: {}, commands });', 'Write `commands`'],
  ['a search provider that is an async function', "export default definePageModule(manifest, { routes: {}, search: { orders: async () => { return import('./a.ts'); } } });", 'Write the search provider'],
])('rejects a module that has %s', (_, content, reason) => {
  const file = fileWith('module.ts', content);
  expect(() => readLoaderImports(file)).toThrow(reason);
});
