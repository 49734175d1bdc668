import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import { openSiteStore } from '@atrium/releases/site-store';
import { testStoreContract } from '@atrium/releases/store-contract';
import { newFolder } from './published-site.ts';
import { startSite } from './running-site.ts';

const token = `atrium_aaaaaaaa_${'b'.repeat(32)}`;
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe('the store of a running site, as a team of the platform has it', () => {
  testStoreContract(async () => {
    const store = openDirectoryStore(await newFolder());
    const platform = await store.teams.createToken({ team: 'the-platform', remotes: ['*'] });
    const site = await startSite({ store, storeRequestsPerMinute: 100_000 });
    return openSiteStore({ site, token: platform });
  });
});

/** A server that is no Atrium site, and what it was asked. */
async function strangeSite(answer: RequestListener): Promise<{ site: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { site: `http://127.0.0.1:${port}`, asked };
}

const retire = { action: 'retire', name: 'orders', release: null, expectedRevision: 1, who: 'Ada', why: 'over' } as const;

test('no redirect is followed: the token goes nowhere else', async () => {
  const elsewhere = await strangeSite((_request, response) => response.end('{}'));
  const { site } = await strangeSite((_request, response) => response.writeHead(307, { location: `${elsewhere.site}/` }).end());
  const reading = openSiteStore({ site, token }).readRegistry();
  await expect(reading).rejects.toMatchObject({ name: 'SiteStoreError', code: 'redirected' });
  await expect(reading).rejects.toThrow(elsewhere.site);
  expect(elsewhere.asked).toEqual([]);
});

test('a read is asked again while a proxy says that the server is away; a move is not', async () => {
  let away = 2;
  const { site, asked } = await strangeSite((_request, response) => {
    if (away-- > 0) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"fingerprint":"one","reading":{"status":"missing"}}');
  });
  const store = openSiteStore({ site, token });
  expect(await store.readRegistry()).toEqual({ status: 'missing' });
  expect(asked).toHaveLength(3);
  away = 2;
  await expect(store.move(retire)).rejects.toMatchObject({ code: 'failed' });
  expect(asked).toHaveLength(4);
});

test('a read is asked again when the line breaks, and at last says what was wrong', async () => {
  const { site, asked } = await strangeSite((request) => request.socket.destroy());
  await expect(openSiteStore({ site, token }).readRegistry()).rejects.toMatchObject({ code: 'unreachable' });
  expect(asked).toHaveLength(3);
  await expect(openSiteStore({ site, token }).move(retire)).rejects.toThrow('doing it again is safe');
  expect(asked).toHaveLength(4);
});

test('an answer that does not come is given up', async () => {
  const { site } = await strangeSite(() => undefined);
  await expect(openSiteStore({ site, token, timeout: 50 }).move(retire)).rejects.toThrow('did not answer in time');
});

test.each<[string, RequestListener, string]>([
  ['HTML', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'), 'unknown-answer'],
  ['another form', (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"reading":7}'), 'unknown-answer'],
  ['an error of somebody else', (_request, response) => response.writeHead(500).end('oh'), 'failed'],
])('%s is not taken for an answer', async (_what, answer, code) => {
  const { site } = await strangeSite(answer);
  const reading = openSiteStore({ site, token }).readRegistry();
  await expect(reading).rejects.toMatchObject({ name: 'SiteStoreError', code });
  await expect(reading).rejects.not.toThrow(token);
});

test('what cannot be a token is never sent', () => {
  for (const text of ['', 'two words', 'with\nline', 'ü']) {
    expect(() => openSiteStore({ site: 'https://site.example', token: text })).toThrow('The token is not one');
  }
});
