/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type Compiler } from 'webpack';
import { CurrentModuleManifest } from '../../src/dev-server/current-module-manifest.ts';
import { LiveSiteCheck } from '../../src/dev-server/live-site-check.ts';

const SHOP = { name: 'shop', contract: '^0.1', title: { en: 'Shop' }, routes: { list: '/shop' }, navigation: [] };

let root: string;
let site: Server;
/** Whether the site's store can be read. */
let isReachable: boolean;
let compiler: Compiler;

/** Writes the manifest of the module `orders` with one route. */
function writeManifest(route: string): void {
  writeFileSync(path.join(root, 'manifest.ts'), `export const manifest = { name: 'orders', contract: '^0.1', title: { en: 'Orders' }, routes: { list: '${route}' }, navigation: [] };`);
}

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'atrium-module-'));
  writeFileSync(path.join(root, 'module.ts'), "export default { routes: { list: () => import('./list.js') } };");
  writeFileSync(path.join(root, 'list.js'), 'export default null;');
  isReachable = true;
  site = createServer(({ url }, response) => {
    if (!isReachable) return void response.writeHead(503).end();
    const listing = { schema: 3, revision: 1, shell: 'aaaabbbbccccdddd', auth: null, pages: [{ name: 'shop', release: 'aaaabbbbccccdddd', previous: null, manifest: SHOP, files: null }] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(url === '/__atrium/contributions' ? { schema: 1, modules: [] } : listing));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await new Promise((resolve) => compiler.close(resolve));
  await new Promise((resolve) => site.close(resolve));
  rmSync(root, { recursive: true });
});

/** Returns a function that builds the module and returns the errors. */
function startChecking() {
  const { port } = site.address() as AddressInfo;
  const check = new LiveSiteCheck(`http://127.0.0.1:${port}`, new CurrentModuleManifest(root), () => undefined);
  compiler = webpack({ mode: 'development', context: root, entry: './list.js', output: { path: path.join(root, 'dist') }, plugins: [check] });
  return () =>
    new Promise<readonly string[]>((resolve, reject) => {
      compiler.run((error, stats) => (error ? reject(error) : resolve(stats?.compilation.errors.map(({ message }) => message) ?? [])));
    });
}

test('reports a path that a live page has until the manifest changes, also while the site is away', async () => {
  writeManifest('/shop');
  const build = startChecking();
  expect(await build()).toEqual([expect.stringMatching(/^src\/manifest\.ts\nThis module could not go live: .*\/shop/)]);
  expect(await build()).toHaveLength(1);
  isReachable = false;
  expect(await build()).toHaveLength(1);
  writeManifest('/orders');
  expect(await build()).toEqual([]);
  isReachable = true;
  expect(await build()).toEqual([]);
  isReachable = false;
  writeManifest('/shop');
  expect(await build()).toEqual([]);
  isReachable = true;
  expect(await build()).toHaveLength(1);
});
