import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { StoreUnavailableError } from '@atrium/releases/stores';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import * as v from 'valibot';
import { createSiteServer } from '../src/server.ts';
import { capturedLog } from './support/captured-log.ts';
import { publishedSite } from './support/published-site.ts';
import { page } from './support/read-document.ts';
import { ask, backend, startSite } from './support/running-site.ts';
import { storeWith } from './support/store-with.ts';

const manifestSchema = v.object({
  name: v.string(),
  start_url: v.string(),
  icons: v.array(v.object({ src: v.string(), sizes: v.string(), type: v.string() })),
});

test('without a site, it is alive but not ready, names the reason, and has no registry', async () => {
  const { store } = await publishedSite([]);
  const base = await startSite({ store });
  expect((await ask(base, '/healthz')).status).toBe(200);
  const ready = await ask(base, '/readyz');
  expect(ready.status).toBe(503);
  expect(JSON.parse(ready.text)).toEqual({ ready: false, reasons: [expect.stringContaining('Publish the shell')] });
  const registry = await ask(base, '/__atrium/registry');
  expect([registry.status, registry.headers['retry-after']]).toEqual([503, '5']);
});

test('a site without one of its remotes is ready, and names the missing one', async () => {
  const { folder, ids } = await publishedSite();
  await rm(join(folder, 'files', 'workspace'), { recursive: true });
  const base = await startSite({ store: openDirectoryStore(folder) });
  const { status, text } = await ask(base, '/readyz');
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({
    ready: true,
    reasons: [`workspace ${ids['workspace'] ?? ''}: its manifest is not in the store`],
  });
  expect((await ask(base, '/metrics')).text).toContain('atrium_remotes_left_out 1\n');
});

test('metrics count responses by purpose, never by address', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store });
  await ask(base, '/workspace/private-plan?token=abc', { headers: { accept: 'text/html' } });
  await ask(base, '/workspace', { headers: { accept: 'text/html' } });
  await ask(base, '/nothing.js');
  await ask(base, '/', { method: 'DELETE' });
  const { headers, text } = await ask(base, '/metrics');
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  for (const line of [
    'atrium_http_requests_total{route="document",status="200"} 2',
    'atrium_http_requests_total{route="document",status="404"} 1',
    'atrium_http_requests_total{route="other",status="405"} 1',
    'atrium_documents_total 2',
    'atrium_registry_revision 4',
    'atrium_ready 1',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).not.toContain('private-plan');
});

test('serves an icon, also at /favicon.ico', async () => {
  const { store } = await publishedSite([]);
  const base = await startSite({ store });
  for (const path of ['/icon.svg', '/favicon.ico']) {
    const { status, headers, text } = await ask(base, path);
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(text).toContain('<svg');
  }
});

test('has a web manifest with icons of the sizes that it names', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store });
  const manifest = await ask(base, '/manifest.webmanifest');
  expect([manifest.status, manifest.headers['content-type']]).toEqual([200, 'application/manifest+json']);
  const { name, start_url, icons } = v.parse(manifestSchema, JSON.parse(manifest.text));
  expect([name, start_url]).toEqual(['Atrium', '/']);
  const pictures = [...icons.filter(({ type }) => type === 'image/png'), { src: '/apple-touch-icon.png', sizes: '180x180' }, { src: '/social.png', sizes: '1200x630' }];
  for (const { src, sizes } of pictures) {
    const response = await fetch(`${base}${src}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    // The first chunk has width and height (https://www.w3.org/TR/png-3/#11IHDR).
    expect([src, response.headers.get('content-type'), `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`]).toEqual([src, 'image/png', sizes]);
    expect((await fetch(`${base}${src}`, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })).status).toBe(304);
  }
});

test('has Open Graph tags, with a picture if the site’s address is known', async () => {
  const { store } = await publishedSite();
  const unknown = await ask(await startSite({ store }), '/', page);
  expect(unknown.text).toContain('<meta property="og:site_name" content="Atrium">');
  expect(unknown.text).not.toContain('og:image');
  const known = await ask(await startSite({ store, siteUrl: 'https://app.example.org' }), '/', page);
  expect(known.text).toContain('<meta property="og:image" content="https://app.example.org/social.png">');
});

/** Sends bytes that are not a valid request, and waits until the server closes the connection. */
async function sendMalformed(base: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).resume();
  socket.write(bytes);
  await once(socket, 'close');
}

test('logs are JSON lines without keys, tokens, queries or client addresses', async () => {
  const { lines, logger } = capturedLog('trace');
  const { store } = await publishedSite();
  const fail = () => Promise.reject(new Error('the store is unavailable'));
  const base = await startSite({ store: storeWith(store, { releaseFile: fail }), trustProxy: 1, logger });
  await ask(base, '/auth/confirm?token_hash=hush&type=signup', {
    headers: { accept: 'text/html', authorization: 'Bearer hush', cookie: 'a=hush', 'x-forwarded-for': '203.0.113.7' },
  });
  await ask(base, '/api/supabase-credentials');
  // A failing release file, an unknown file, malformed addresses, a refused method, and bytes that are not HTTP.
  const others = ['/releases/shell/aaaaaaaaaaaaaaaa/main.js', '/nothing.js', '/%ff', '/__atrium/store/v1/releases/x', '/__atrium/previews/x'];
  for (const path of others) await ask(base, `${path}?token_hash=hush&code=hush`);
  await ask(base, '/auth/confirm?token_hash=hush', { method: 'POST' });
  await sendMalformed(base, 'GET /auth/confirm?token_hash=hush HTTP/9.9\r\n\r\n');
  const entries = lines.map((line): unknown => JSON.parse(line));
  expect(entries).toContainEqual(expect.objectContaining({ method: 'GET', route: 'document', status: 200 }));
  expect(entries).toContainEqual(expect.objectContaining({ method: 'GET', route: 'credentials', status: 200 }));
  for (const secret of ['hush', backend.supabaseKey, '203.0.113.7', 'token_hash']) {
    expect(lines.join('')).not.toContain(secret);
  }
});

test('a failing store gives 503 and 500 without its error message, and the server keeps running', async () => {
  const { store } = await publishedSite();
  const fail = () => Promise.reject(new Error('disk of the operator'));
  const base = await startSite({ store: storeWith(store, { registryFingerprint: fail, releaseFile: fail }) });
  const document = await ask(base, '/', { headers: { accept: 'text/html' } });
  const file = await ask(base, '/releases/shell/aaaaaaaaaaaaaaaa/main.js');
  expect([document.status, file.status]).toEqual([503, 500]);
  for (const { text } of [document, file]) expect(text).not.toContain('disk of the operator');
  expect((await ask(base, '/api/supabase-credentials')).status).toBe(200);
});

test('a file that is not cached while the store does not respond can be requested again soon, and no request is logged as failed', async () => {
  const { lines, logger } = capturedLog('error');
  const { store } = await publishedSite();
  const away = () => Promise.reject(new StoreUnavailableError('the store does not respond'));
  const base = await startSite({ store: storeWith(store, { releaseFile: away }), logger });
  const file = await ask(base, '/releases/shell/aaaaaaaaaaaaaaaa/main.js');
  expect([file.status, file.headers['retry-after'], lines]).toEqual([503, '5', []]);
});

test('a clean stop lets a request in flight finish', async () => {
  const { store, ids } = await publishedSite();
  let arrived = (): void => undefined;
  let go = (): void => undefined;
  const inFlight = new Promise<void>((resolve) => (arrived = resolve));
  const released = new Promise<void>((resolve) => (go = resolve));
  const slow = storeWith(store, {
    releaseFile: async (...address) => {
      arrived();
      await released;
      return store.releaseFile(...address);
    },
  });
  const server = await createSiteServer({ ...backend, store: slow });
  const base = await server.listen({ host: '127.0.0.1', port: 0 });
  const response = ask(base, `/releases/shell/${ids['shell'] ?? ''}/main.js`);
  await inFlight;
  const closed = server.close();
  go();
  expect((await response).status).toBe(200);
  await closed;
  await expect(ask(base, '/healthz')).rejects.toThrow();
});
