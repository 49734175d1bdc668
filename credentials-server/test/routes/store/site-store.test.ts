import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { openSiteStore } from '@atrium/releases/stores/site';
import { testStoreContract } from '@atrium/releases/testing';
import { newFolder, pageBuild, sealed } from '../../support/published-site.ts';
import { startSite } from '../../support/running-site.ts';
import { emptySiteStore } from '../../support/site-with-teams.ts';

const token = `atrium_aaaaaaaa_${'b'.repeat(32)}`;
/** For tests in which a read is retried. Only one test waits for the real pauses. */
const SHORT_PAUSES = [5, 20];

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe('the store of a running site, as the platform team uses it', () => {
  // A site only passes on the requests of the parts that it leaves out here. The soak runs all.
  testStoreContract(emptySiteStore, ['canaries', 'garbage', 'health', 'previews', 'quarantine']);
});

test('a site never discloses preview keys', async () => {
  const { site, asked } = await strangeSite((_request, response) => response.end('{}'));
  await expect(openSiteStore({ site, token }).teams.previewKeyOf('aaaaaaaa')).rejects.toMatchObject({ code: 'not-your-right' });
  expect(asked).toEqual([]);
});

test('a site discloses reports, and lets no client add reports or read the salt', async () => {
  const store = openDirectoryStore(await newFolder());
  const text = await store.teams.createToken({ team: 'orders-team', remotes: ['orders'] });
  await store.health.add([{ name: 'orders', release: 'abcdefgh234567ab', minute: Math.floor(Date.now() / 60_000), shown: 4, failed: [], errors: 1, timings: [{ measure: 'input', bucket: 3, visitors: 2 }] }]);
  const { health } = openSiteStore({ site: await startSite({ store }), token: text });
  const counts = { shown: 4, failed: 0, networks: 0, errors: 1 };
  expect(await health.read()).toEqual([{ name: 'orders', release: 'abcdefgh234567ab', recent: counts, all: counts }]);
  expect(await health.timings()).toEqual([{ name: 'orders', release: 'abcdefgh234567ab', timings: [{ measure: 'input', bucket: 3, visitors: 2 }] }]);
  const failure = { name: 'orders', release: 'abcdefgh234567ab', minute: Math.floor(Date.now() / 60_000), trace: '1k3j9z', stage: 'use', type: 'TypeError', places: [] } as const;
  await store.health.addFailures([{ ...failure, places: [] }]);
  expect(await health.failures()).toEqual([failure]);
  await expect(health.addFailures([])).rejects.toMatchObject({ code: 'not-your-right' });
  await expect(health.add([])).rejects.toMatchObject({ code: 'not-your-right' });
  await expect(health.salt()).rejects.toMatchObject({ code: 'not-your-right' });
});

test('a site of an older version has no timings and no failures', async () => {
  const { site } = await strangeSite((_request, response) => response.writeHead(404).end('{"error":{"code":"not-found","message":"Not found"}}'));
  const { health } = openSiteStore({ site, token });
  expect([await health.timings(), await health.failures()]).toEqual([[], []]);
  await expect(health.read()).rejects.toMatchObject({ code: 'not-found' });
});

/** A server that is not an Atrium site, and the requests it got. */
async function strangeSite(respond: RequestListener): Promise<{ site: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { site: `http://127.0.0.1:${port}`, asked };
}

const RETIREMENT = { action: 'retire', name: 'orders', release: null, expectedRevision: 1, who: 'Ada', why: 'over' } as const;

test('follows no redirect, so that no other address gets the token', async () => {
  const elsewhere = await strangeSite((_request, response) => response.end('{}'));
  const { site } = await strangeSite((_request, response) => response.writeHead(307, { location: `${elsewhere.site}/` }).end());
  const reading = openSiteStore({ site, token }).readRegistry();
  await expect(reading).rejects.toMatchObject({ name: 'SiteStoreError', code: 'redirected' });
  await expect(reading).rejects.toThrow(elsewhere.site);
  expect(elsewhere.asked).toEqual([]);
});

test('retries reads, but not moves, while a proxy reports the server as unavailable', async () => {
  let failuresLeft = 2;
  const { site, asked } = await strangeSite((_request, response) => {
    if (failuresLeft-- > 0) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"fingerprint":"one","reading":{"status":"missing"}}');
  });
  const store = openSiteStore({ site, token, retryPauses: SHORT_PAUSES });
  expect(await store.readRegistry()).toEqual({ status: 'missing' });
  expect(asked).toHaveLength(3);
  failuresLeft = 2;
  await expect(store.move(RETIREMENT)).rejects.toMatchObject({ code: 'failed' });
  expect(asked).toHaveLength(4);
});

test('retries a read when the connection breaks, and finally reports the cause', async () => {
  const { site, asked } = await strangeSite((request) => request.socket.destroy());
  await expect(openSiteStore({ site, token }).readRegistry()).rejects.toMatchObject({ code: 'unreachable' });
  expect(asked).toHaveLength(3);
  await expect(openSiteStore({ site, token }).move(RETIREMENT)).rejects.toThrow('repeating it is safe');
  expect(asked).toHaveLength(4);
});

test('gives up on a response that does not arrive', async () => {
  const { site } = await strangeSite(() => undefined);
  await expect(openSiteStore({ site, token, timeout: 50 }).move(RETIREMENT)).rejects.toThrow('did not respond in time');
});

/** Sends this status, headers and half of a body, then breaks the connection. */
const half = (status: number, headers: Record<string, string> = {}): RequestListener => (_request, response) => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '100', ...headers });
  response.write('{"reading":', () => response.socket?.destroy());
};

test.each([200, 409, 502])('reports a connection that breaks within a response with status %i', async (status) => {
  const { site, asked } = await strangeSite(half(status));
  const store = openSiteStore({ site, token, retryPauses: SHORT_PAUSES });
  await expect(store.readRegistry()).rejects.toMatchObject({ name: 'SiteStoreError', code: 'unreachable' });
  expect(asked).toHaveLength(3);
  await expect(store.move(RETIREMENT)).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('It is unknown whether the request succeeded') as string });
  expect(asked).toHaveLength(4);
});

test('gives up on a response that does not end', async () => {
  const { site } = await strangeSite((_request, response) => response.writeHead(200, { 'content-length': '100' }).write('{'));
  await expect(openSiteStore({ site, token, timeout: 50 }).move(RETIREMENT)).rejects.toThrow('did not respond in time');
});

test.each<[string, RequestListener, string]>([
  ['breaks off', half(200, { 'atrium-encoding': 'identity' }), 'unreachable'],
  ['is in no known encoding', (_request, response) => response.writeHead(200, { 'atrium-encoding': 'zstd' }).end('?'), 'unknown-response'],
  ['does not say its encoding', (_request, response) => response.end('?'), 'unknown-response'],
])('a file that %s is reported as an error of the site', async (_what, respond, code) => {
  const { manifest } = await sealed(pageBuild('orders', { list: '/orders' }));
  const { site } = await strangeSite((request, response) => {
    if (request.url?.includes('/files/')) respond(request, response);
    else response.end(JSON.stringify({ reading: { status: 'ok', manifest }, smokeTest: null }));
  });
  const reading = openSiteStore({ site, token, retryPauses: SHORT_PAUSES }).releaseFile('orders', manifest.release, 'remote.js');
  await expect(reading).rejects.toMatchObject({ name: 'SiteStoreError', code });
});

test.each<[string, RequestListener]>([
  ['the line breaks', (request) => request.socket.destroy()],
  ['a proxy lost the server', (_request, response) => response.writeHead(504, { 'content-type': 'text/html' }).end('<h1>Late</h1>')],
])('when %s, the error neither blames the token nor claims that a move was not made', async (_what, respond) => {
  const { site } = await strangeSite(respond);
  const store = openSiteStore({ site, token });
  const making = store.teams.createToken({ team: 'orders-team' });
  await expect(making).rejects.toThrow('It is unknown whether the request succeeded. Run atrium token list first');
  await expect(making).rejects.not.toThrow('safe');
  await expect(store.move(RETIREMENT)).rejects.toThrow('It is unknown whether the request succeeded; repeating it is safe.');
  // The target of the first redirect redirects again.
  await expect(store.move({ ...RETIREMENT, action: 'rollback' })).rejects.toThrow('is unknown whether the request succeeded. Look at atrium status first');
});

test.each<[string, RequestListener, string]>([
  ['HTML', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'), 'unknown-response'],
  ['another form', (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"reading":7}'), 'unknown-response'],
  ['an error of another server', (_request, response) => response.writeHead(500).end('oh'), 'failed'],
])('does not accept %s as a response', async (_what, respond, code) => {
  const { site } = await strangeSite(respond);
  const reading = openSiteStore({ site, token }).readRegistry();
  await expect(reading).rejects.toMatchObject({ name: 'SiteStoreError', code });
  await expect(reading).rejects.not.toThrow(token);
});

test('never sends a malformed token', () => {
  for (const text of ['', 'two words', 'with\nline', 'ü', token.slice(0, -1)]) {
    expect(() => openSiteStore({ site: 'https://site.example', token: text })).toThrow('This is not a valid token');
  }
});
