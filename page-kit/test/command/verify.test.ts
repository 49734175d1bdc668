/** @jest-environment node */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CONTRIBUTIONS_PATH } from '@atrium/releases/wire';
import { releaseSet } from '../site-proxy/releases.ts';
import { authBuild, newFolder, pageBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson, atriumProcess } from './run-command.ts';

jest.setTimeout(60_000);

/** A program that is no browser. */
const NO_BROWSER = process.execPath;

/** Verifies a build with a browser. The command looks for it in the environment of its process, of which Jest gives each file a copy. */
function verifyWith(browser: string, folder: string, ...options: string[]) {
  process.env['CHROMIUM_PATH'] = browser;
  return atriumJson(folder, ['verify', ...options]);
}

test('a folder without a build is an error', async () => {
  const { code, json } = await atriumJson(newFolder(), ['verify']);
  expect([code, json['error']]).toEqual([1, { code: 'no-build', message: expect.stringContaining('Build first (npx atrium build)') as string }]);
});

test('reports the place of an invalid setting', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ atrium: { verify: { rows: { orders_items: 3 } } } }));
  const { code, json } = await atriumJson(folder, ['verify']);
  expect([code, json['error']]).toEqual([1, { code: 'bad-settings', message: expect.stringMatching(/package\.json is invalid at atrium\.verify\.rows\.orders_items/) as string }]);
});

test('reports a path of a slot that does not start with a slash', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ atrium: { verify: { slots: { 'workspace.actions': 'workspace' } } } }));
  const { code, json } = await atriumJson(folder, ['verify']);
  expect([code, json['error']]).toEqual([1, { code: 'bad-settings', message: expect.stringMatching(/package\.json is invalid at atrium\.verify\.slots\.workspace\.actions: A path starts with \//) as string }]);
});

test('reports a file that is no data: URL', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ atrium: { verify: { buckets: { receipts: { files: { 'bread.txt': 'Bread' } } } } } }));
  const { code, json } = await atriumJson(folder, ['verify']);
  expect([code, json['error']]).toEqual([1, { code: 'bad-settings', message: expect.stringMatching(/package\.json is invalid at atrium\.verify\.buckets\.receipts\.files\.bread\.txt: A file is a data URL/) as string }]);
});

test.each([
  [{ itm: { id: '1' } }, 'parameters for a route "itm", which the module manifest does not have. It has: list.'],
  [{ list: { id: '..' } }, 'invalid parameters. The path /orders/:id cannot have ".." as a part.'],
])('rejects the parameters %j', async (params, words) => {
  const folder = writeBuild(pageBuild('orders', '/orders/:id'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ atrium: { verify: { params } } }));
  const { code, json } = await verifyWith(NO_BROWSER, folder);
  expect([code, json['error']]).toEqual([1, { code: 'bad-settings', message: expect.stringContaining(words) as string }]);
});

/** Serves a site without modules while the task runs. */
async function withEmptySite<Result>(task: (address: string) => Promise<Result>): Promise<Result> {
  const document = `<!doctype html><script type="application/json" id="atrium-release-set">${JSON.stringify(releaseSet([]))}</script>`;
  const listings: Record<string, unknown> = {
    [CONTRIBUTIONS_PATH]: { schema: 1, modules: [] },
    '/__atrium/registry': { schema: 3, revision: 1, shell: 'a2b3c4d5e6f7g2h3', auth: null, pages: [] },
  };
  const site = createServer(({ url }, response) => {
    const listing = listings[url ?? ''];
    if (listing) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listing));
    else response.writeHead(200, { 'content-type': 'text/html' }).end(document);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    return await task(address);
  } finally {
    site.close();
  }
}

test('reports a file that cannot be decoded', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ atrium: { verify: { buckets: { receipts: { files: { 'bread.png': 'data:image/png;base64,%%' } } } } } }));
  const { code, json } = await withEmptySite((site) => verifyWith(NO_BROWSER, folder, '--site', site));
  expect([code, json['error']]).toEqual([1, { code: 'bad-settings', message: expect.stringContaining('package.json has a file receipts/bread.png whose data: URL cannot be decoded') as string }]);
});

test('reports a browser that does not start, and ends', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  const { code, json } = await withEmptySite((site) => atriumJson(folder, ['verify', '--site', site], { CHROMIUM_PATH: NO_BROWSER }, atriumProcess));
  expect([code, json['error']]).toEqual([1, { code: 'browser-failed', message: expect.stringContaining(`${NO_BROWSER} did not start: `) as string }]);
});

test('reports a missing browser', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  const { code, json } = await verifyWith(path.join(folder, 'no-browser'), folder);
  expect([code, json['error']]).toEqual([1, { code: 'no-chromium', message: expect.stringMatching(/CHROMIUM_PATH is .*no-browser, which does not exist/) as string }]);
});

test('rejects the build of the auth remote', async () => {
  const { code, err } = await atrium(writeBuild(authBuild()), ['verify']);
  expect([code, err]).toEqual([1, expect.stringContaining('only page modules can be verified')]);
});

test('reports a site that does not respond', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  const { code, json } = await verifyWith(NO_BROWSER, folder, '--site', 'http://127.0.0.1:1');
  expect([code, json['error']]).toMatchObject([1, { message: expect.stringContaining('No server responds at http://127.0.0.1:1') as string }]);
});
