/** @jest-environment node */
import path from 'node:path';
import { readFactsFile, readRouteImports } from '../../src/webpack/module-sources.ts';
import { moduleFolder, ORDERS } from './module-folder.ts';

const folders: ReturnType<typeof moduleFolder>[] = [];

afterEach(() => folders.splice(0).forEach((folder) => folder.remove()));

function fileWith(name: string, content: string): string {
  const folder = moduleFolder({ [name]: content });
  folders.push(folder);
  return path.join(folder.root, name);
}

test('reads facts without building the module', () => {
  expect(readFactsFile(fileWith('facts.ts', ORDERS['src/facts.ts'] ?? ''))).toMatchObject({ name: 'orders' });
});

test.each([
  ['imports code', "import { list } from './list.ts'; export const facts = list;", 'Facts are plain data'],
  ['throws', "throw new Error('boom');", 'boom'],
  ['never ends', 'for (;;) {}', 'timed out'],
  ['exports no facts', 'export const other = 1;', 'exports no `facts`'],
])('rejects a facts file that %s', (_, content, reason) => {
  const file = fileWith('facts.ts', content);
  expect(() => readFactsFile(file)).toThrow(reason);
});

test('reports a missing facts file', () => {
  expect(() => readFactsFile('/nowhere/facts.ts')).toThrow('Cannot read the facts in /nowhere/facts.ts');
});

test('reads which file each route imports', () => {
  const file = fileWith('module.ts', ORDERS['src/module.ts'] ?? '');
  expect(readRouteImports(file)).toEqual(new Map([['list', './list-page.tsx']]));
});

test.each([
  ['no routes', 'export default definePageModule(facts, {});', 'needs an object literal `routes: {…}`'],
  ['a route without an import', 'export default definePageModule(facts, { routes: { list: loadList } });', 'Write the route'],
  ['an import of a variable', 'export default definePageModule(facts, { routes: { list: () => import(page) } });', 'Write the route'],
  ['a shorthand', 'export default definePageModule(facts, { routes: { list } });', 'Write the route'],
])('rejects a module that has %s', (_, content, reason) => {
  const file = fileWith('module.ts', content);
  expect(() => readRouteImports(file)).toThrow(reason);
});
