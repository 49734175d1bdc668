import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { publish, publishedSite, shellBuild } from '../../support/published-site.ts';
import { page, releaseSetIn } from '../../support/read-document.ts';
import { ask, startSite } from '../../support/running-site.ts';

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

test('has Strict-Transport-Security if a trusted proxy uses https, or the site’s address is https', async () => {
  const { store } = await publishedSite([]);
  const secure = { headers: { 'x-forwarded-proto': 'https' } };
  const trusting = await ask(await startSite({ store, trustProxy: ['127.0.0.1'] }), '/healthz', secure);
  expect(trusting.headers['strict-transport-security']).toBe('max-age=31536000');
  const found = await ask(await startSite({ store, siteUrl: 'https://app.example.org' }), '/healthz');
  expect(found.headers['strict-transport-security']).toBe('max-age=31536000');
  const other = await ask(await startSite({ store, siteUrl: 'http://localhost:3000' }), '/healthz', secure);
  expect(other.headers['strict-transport-security']).toBeUndefined();
});

test('is compressed if the client accepts it, and responds with 304 until a release moves', async () => {
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

test('sends a document to requests that accept HTML', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store });
  for (const [accept, status] of [['text/html', 200], ['*/*', 200], ['text/*;q=0.5', 200], ['application/json', 404], ['text/html;q=0, application/json', 404]] as const) {
    expect([accept, (await ask(base, '/login', { headers: { accept } })).status]).toEqual([accept, status]);
  }
});

test('sends a document only where a page can be', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store });
  for (const path of ['/api', '/api/nothing', '/releases', '/releases/', '/robots.txt', '/main.js', '/.env', '/index.php', '/%zz', '/__atrium', '/__atrium/', '/__atrium/previews', '/__atrium/releases/']) {
    const { status, headers } = await ask(base, path, page);
    expect([path, status === 400 || status === 404, headers['content-type']]).toEqual([path, true, 'application/json; charset=utf-8']);
  }
  for (const path of [`/workspace/${'a'.repeat(500)}`, '/__atrium/preview', '/__atrium/preview?x=1', '/__atrium/releases', '/workspace/v1.2', '/auth/confirm?token_hash=a&type=signup', '/a%20b']) {
    expect([path, (await ask(base, path, page)).status]).toEqual([path, 200]);
  }
});

test('responds to HEAD, and refuses writes with 405', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store });
  const head = await ask(base, '/login', { ...page, method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  const post = await ask(base, '/login', { ...page, method: 'POST' });
  expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD']);
});
