/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
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

/** Starts a server. Returns its port. */
async function listenOn(host: string): Promise<number> {
  const listening = createServer();
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, host, resolve));
  return (listening.address() as AddressInfo).port;
}

test('reports which files of a page module are missing', async () => {
  const { code, json } = await atriumJson(folder.root, ['dev', '--dir', 'src'], {}, atriumProcess);
  expect([code, json['error']]).toEqual([1, { code: 'no-module', message: expect.stringContaining('src/manifest.ts') as string }]);
});

test('explains what to do if the site does not respond', async () => {
  const { code, err } = await atriumProcess(folder.root, ['dev', '--site', 'http://127.0.0.1:1']);
  expect([code, err]).toEqual([1, expect.stringMatching(/No server responds at http:\/\/127\.0\.0\.1:1\. Start the site there .*--site/)]);
});

const hasIPv6 = networkInterfaces()['lo']?.some(({ address }) => address === '::1') === true;

// A browser sends requests to "localhost" to ::1 first.
test.each(['127.0.0.1', ...(hasIPv6 ? ['::1'] : [])])('explains what to do if the port is in use on %s', async (host) => {
  const port = String(await listenOn(host));
  const { code, err } = await atriumProcess(folder.root, ['dev', '--port', port, '--site', 'http://127.0.0.1:1']);
  expect([code, err]).toEqual([1, expect.stringContaining(`Port ${port} is in use. Stop the program that uses it, or choose another port.`)]);
});
