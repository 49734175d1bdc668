import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { publish, publishedSite, shellBuild } from './published-site.ts';
import { page, releaseSetIn } from './read-document.ts';
import { ask, startSite } from './running-site.ts';

test('has the strict headers of a document', async () => {
  const { store } = await publishedSite();
  const { headers } = await ask(await startSite({ store }), '/', page);
  const policy = headers['content-security-policy'];
  expect(String(policy).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob: http://127.0.0.1:54321",
    "font-src 'self'",
    "connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ]);
  expect(headers).toMatchObject({
    'integrity-policy': 'blocked-destinations=(script)',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  });
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('asks for https where a trusted proxy says that it is there, or where visitors find the site over https', async () => {
  const { store } = await publishedSite([]);
  const secure = { headers: { 'x-forwarded-proto': 'https' } };
  const trusting = await ask(await startSite({ store, trustProxy: ['127.0.0.1'] }), '/healthz', secure);
  expect(trusting.headers['strict-transport-security']).toBe('max-age=31536000');
  const found = await ask(await startSite({ store, siteUrl: 'https://app.example.org' }), '/healthz');
  expect(found.headers['strict-transport-security']).toBe('max-age=31536000');
  const other = await ask(await startSite({ store, siteUrl: 'http://localhost:3000' }), '/healthz', secure);
  expect(other.headers['strict-transport-security']).toBeUndefined();
});

test('is compressed for who takes it, and answers 304 until a release moves', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store });
  const plain = await ask(base, '/login', page);
  const br = await ask(base, '/login', { headers: { ...page.headers, 'accept-encoding': 'gzip, deflate, br' } });
  const gz = await ask(base, '/login', { headers: { ...page.headers, 'accept-encoding': 'gzip, br;q=0' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.body).toString()).toBe(plain.text);
  expect(gunzipSync(gz.body).toString()).toBe(plain.text);
  expect(br.headers['vary']).toContain('Accept-Encoding');

  const known = { headers: { ...page.headers, 'if-none-match': plain.headers['etag'] ?? '' } };
  const unchanged = await ask(base, '/login', known);
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
  const release = await publish(store, shellBuild('a new shell'));
  const moved = await ask(base, '/login', known);
  expect(moved.status).toBe(200);
  expect(releaseSetIn(moved.text).shell.release).toBe(release);
});

test.each([
  ['text/html', 200],
  ['*/*', 200],
  ['text/*;q=0.5', 200],
  ['application/json', 404],
  ['text/html;q=0, application/json', 404],
])('for Accept %s the status is %i', async (accept, status) => {
  const { store } = await publishedSite();
  expect((await ask(await startSite({ store }), '/login', { headers: { accept } })).status).toBe(status);
});

test.each(['/api', '/api/nothing', '/releases', '/releases/', '/robots.txt', '/main.js', '/.env', '/index.php', '/%zz', '/__atrium', '/__atrium/', '/__atrium/previews', '/__atrium/releases/'])(
  '%s is no page and gets no HTML',
  async (path) => {
    const { store } = await publishedSite();
    const { status, headers } = await ask(await startSite({ store }), path, page);
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  },
);

test.each([`/workspace/${'a'.repeat(500)}`, '/__atrium/preview', '/__atrium/preview?x=1', '/__atrium/releases', '/workspace/v1.2', '/auth/confirm?token_hash=a&type=signup', '/a%20b'])(
  '%s may be a page',
  async (path) => {
    const { store } = await publishedSite();
    expect((await ask(await startSite({ store }), path, page)).status).toBe(200);
  },
);

test('a page answers HEAD, and 405 to writes', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store });
  const head = await ask(base, '/login', { ...page, method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  const post = await ask(base, '/login', { ...page, method: 'POST' });
  expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD']);
});
