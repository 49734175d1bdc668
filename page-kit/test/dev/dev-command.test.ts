/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atriumJson, atriumProcess } from '../command/run-command.ts';
import { moduleFolder, ORDERS } from '../webpack/module-folder.ts';

jest.setTimeout(60_000);

let folder: ReturnType<typeof moduleFolder>;
let server: Server | undefined;

beforeEach(() => (folder = moduleFolder(ORDERS)));
afterEach(async () => {
  folder.remove();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** Answers everything with one page; gives its address. */
async function answering(html: string): Promise<string> {
  const listening = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

test('says where a page module is expected', async () => {
  const { code, json } = await atriumJson(folder.root, ['dev', '--dir', 'src'], {}, atriumProcess);
  expect([code, json['error']]).toEqual([1, { code: 'no-module', message: expect.stringContaining('src/manifest.ts') as string }]);
});

test('says what to do where nothing answers', async () => {
  const { code, err } = await atriumProcess(folder.root, ['dev', '--site', 'http://127.0.0.1:1']);
  expect([code, err]).toEqual([1, expect.stringMatching(/Nothing answers at http:\/\/127\.0\.0\.1:1\. Start the site there .*--site/)]);
});

test('says that something else than a site answers', async () => {
  const { code, err } = await atriumProcess(folder.root, ['dev', '--site', await answering('<h1>Another program</h1>')]);
  expect([code, err]).toEqual([1, expect.stringContaining('is no Atrium site')]);
});
