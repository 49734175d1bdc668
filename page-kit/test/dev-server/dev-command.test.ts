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

/** Starts a server that answers every request with the same page. Returns its port. */
async function answering(html: string, host = '127.0.0.1'): Promise<number> {
  const listening = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
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

test('reports a server that is not an Atrium site', async () => {
  const { code, err } = await atriumProcess(folder.root, ['dev', '--site', `http://127.0.0.1:${await answering('<h1>Another program</h1>')}`]);
  expect([code, err]).toEqual([1, expect.stringContaining('is not an Atrium site')]);
});

const hasIPv6 = networkInterfaces()['lo']?.some(({ address }) => address === '::1') === true;

// A browser sends requests to "localhost" to ::1 first.
test.each(['127.0.0.1', ...(hasIPv6 ? ['::1'] : [])])('explains what to do if the port is in use on %s', async (host) => {
  const port = String(await answering('', host));
  const { code, err } = await atriumProcess(folder.root, ['dev', '--port', port, '--site', 'http://127.0.0.1:1']);
  expect([code, err]).toEqual([1, expect.stringContaining(`Port ${port} is in use. Stop the program that uses it, or choose another port.`)]);
});
