/** @jest-environment node */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import { CurrentFacts } from '../../src/dev-server/current-facts.ts';
import { moduleFolder, ORDERS } from '../webpack/module-folder.ts';

let folder: ReturnType<typeof moduleFolder>;

beforeEach(() => (folder = moduleFolder(ORDERS)));
afterEach(() => folder.remove());

function currentFacts(): CurrentFacts {
  return new CurrentFacts(path.join(folder.root, 'src/facts.ts'), path.join(folder.root, 'src/module.ts'));
}

function change(file: string, from: string, to: string): void {
  writeFileSync(path.join(folder.root, file), (ORDERS[file] ?? '').replace(from, to));
}

/** Runs a build with the plugin. Returns the errors of the build. */
function build(facts: CurrentFacts): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const entry = 'data:text/javascript,1';
    webpack({ mode: 'development', entry, output: { path: path.join(folder.root, 'dist') }, plugins: [facts] }, (error, stats) => {
      if (error) reject(error);
      else resolve((stats?.toJson({ all: false, errors: true }).errors ?? []).map(({ message }) => message));
    });
  });
}

test('has the facts of the last build', async () => {
  const facts = currentFacts();
  expect(facts.current.routes).toEqual({ list: '/orders' });
  change('src/facts.ts', "'/orders'", "'/orders/*'");
  expect(await build(facts)).toEqual([]);
  expect(facts.current.routes).toEqual({ list: '/orders/*' });
});

test.each([
  ['an invalid path', 'src/facts.ts', "'/orders'", "'orders'", /routes\.list/],
  ['a route without a page', 'src/facts.ts', "list: '/orders'", "list: '/orders', order: '/orders/:id'", /module\.ts does not import the route order/],
  ['a page without a route', 'src/module.ts', 'list: () =>', "order: () => import('./x.tsx'), list: () =>", /imports a route order without a path/],
  ['code in the facts', 'src/facts.ts', 'export const', "import 'node:fs'; export const", /plain data/],
  ['another name', 'src/facts.ts', "name: 'orders'", "name: 'sales'", /name has changed to sales/],
])('%s is an error of the build, and the facts stay the same', async (_what, file, from, to, message) => {
  const facts = currentFacts();
  change(file, from, to);
  expect(await build(facts)).toEqual([expect.stringMatching(message)]);
  expect(facts.current.name).toBe('orders');
  expect(facts.current.routes).toEqual({ list: '/orders' });
});
