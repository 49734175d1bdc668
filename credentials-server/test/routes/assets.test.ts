import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { publishedSite, script } from '../support/published-site.ts';
import { ask, startSite } from '../support/running-site.ts';

async function site(options = {}) {
  const { store, folder, ids } = await publishedSite();
  const base = await startSite({ store, ...options });
  return { base, folder, shell: `/releases/shell/${ids['shell'] ?? ''}` };
}

test('serves a release file as immutable, to documents of every origin', async () => {
  const { base, shell } = await site();
  const { status, headers, text } = await ask(base, `${shell}/main.js`);
  expect(status).toBe(200);
  expect(text).toBe(script('shell'));
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  // Every first visit downloads the headers of ten files.
  expect(Object.keys(headers)).not.toContain('permissions-policy');
  expect((await ask(base, `${shell}/main.css`)).headers['content-type']).toBe('text/css; charset=utf-8');
});

test('serves the copy that was compressed at publishing, or the plain file', async () => {
  const { base, shell } = await site();
  const path = `${shell}/main.js`;
  const br = await ask(base, path, { headers: { 'accept-encoding': 'br, gzip' } });
  const gz = await ask(base, path, { headers: { 'accept-encoding': 'gzip' } });
  const plain = await ask(base, path, { headers: { 'accept-encoding': 'br;q=0, identity' } });
  expect(brotliDecompressSync(br.body).toString()).toBe(plain.text);
  expect([br, gz, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  for (const { headers } of [br, gz, plain]) expect(headers['vary']).toBe('Accept-Encoding');
  expect(br.body.length).toBeLessThan(plain.body.length);
});

test('responds to HEAD, and with 304', async () => {
  const { base, shell } = await site();
  const path = `${shell}/main.js`;
  const head = await ask(base, path, { method: 'HEAD' });
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(script('shell').length)]);
  const known = { headers: { 'if-none-match': head.headers['etag'] ?? '', 'accept-encoding': 'br' } };
  expect((await ask(base, path, known)).status).toBe(304);
});

test('serves only what a manifest names, whatever the path tries', async () => {
  const { base, folder, shell } = await site();
  await writeFile(join(folder, 'secret.txt'), 'secret');
  for (const path of [
    `${shell}/gone.js`,
    `${shell}/`,
    `${shell}/main.js.br`,
    `${shell}/../../../secret.txt`,
    `${shell}/..%2f..%2f..%2fsecret.txt`,
    `${shell}/%2e%2e/%2e%2e/%2e%2e/secret.txt`,
    `${shell}/..%5c..%5csecret.txt`,
    `${shell}//main.js`,
    `${shell}/main.js%00`,
    `${shell}/toString`,
    '/releases/shell/..%2f..%2f../secret.txt',
    '/releases/../../secret.txt',
    '/releases/shell/aaaaaaaaaaaaaaaa/main.js',
    '/releases/SHELL/aaaaaaaaaaaaaaaa/main.js',
  ]) {
    const { status, headers, text } = await ask(base, path, { headers: { accept: 'text/html' } });
    expect([path, status]).toEqual([path, 404]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).not.toContain('secret"');
  }
});

test('serves source maps only if that is enabled', async () => {
  const here = await site({ serveSourceMaps: true });
  expect((await ask(here.base, `${here.shell}/main.js.map`)).status).toBe(200);
  const there = await site();
  expect((await ask(there.base, `${there.shell}/main.js.map`)).status).toBe(404);
});

test('survives a request that is not HTTP', async () => {
  const { base, shell } = await site();
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.end('nonsense\r\n\r\n');
  const response: unknown[] = await once(socket, 'data');
  expect(String(response[0])).toMatch(/^HTTP\/1\.1 400 /);
  expect((await ask(base, `${shell}/main.js`)).status).toBe(200);
});
