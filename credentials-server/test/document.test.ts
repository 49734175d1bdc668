import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import { releaseSetSchema } from '@atrium/releases/release-set';
import * as v from 'valibot';
import { pageBuild, publish, publishedSite, shellBuild, siteBuilds } from './published-site.ts';
import { ask, startSite } from './running-site.ts';

const page = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

function releaseSetIn(html: string): v.InferOutput<typeof releaseSetSchema> {
  const block = /<script type="application\/json" id="atrium-release-set">(.*?)<\/script>/s.exec(html);
  return v.parse(releaseSetSchema, JSON.parse(block?.[1] ?? ''));
}

/** The tags that name this address. */
function tagsOf(html: string, address: string): string[] {
  return (html.match(/<(?:link|script)[^>]*>/g) ?? []).filter((tag) => tag.includes(`"${address}"`));
}

/** What the document brings besides the shell's own files, in its order. */
function brought(html: string): string[] {
  return [...html.matchAll(/<(?:link rel="preload" as="\w+" href|script src)="([^"]*)"/g)]
    .map((match) => match[1] ?? '')
    .filter((address) => !address.startsWith('/releases/shell/'));
}

test('has what the shell needs to start at once', async () => {
  const { store, ids } = await publishedSite();
  const { status, headers, text } = await ask(await startSite({ store }), '/', page);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
  for (const part of [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title>Atrium</title>',
    '<meta name="atrium-api-base" content="">',
    '<link rel="icon" href="/icon.svg"',
    '<div id="root"><p class="shell-late">',
    '<a href="">Load it again</a></p></div>',
    '<noscript>',
  ]) {
    expect(text).toContain(part);
  }
  const set = releaseSetIn(text);
  expect(set.shell.release).toBe(ids['shell']);
  expect(set.auth?.release).toBe(ids['auth']);
  expect(set.pages.map(({ name }) => name)).toEqual(['account', 'workspace']);
});

test('loads the shell and the sign-in with the integrity of the manifest', async () => {
  const { store } = await publishedSite();
  const { text } = await ask(await startSite({ store }), '/', page);
  const { shell, auth } = releaseSetIn(text);
  const main = `${shell.base}main.js`;
  const mainIntegrity = `integrity="${shell.scripts['main.js'] ?? ''}" crossorigin="anonymous"`;
  expect(tagsOf(text, main)).toEqual([
    `<link rel="preload" as="script" href="${main}" ${mainIntegrity}>`,
    `<script src="${main}" defer ${mainIntegrity}>`,
  ]);
  const style = `${shell.base}main.css`;
  expect(tagsOf(text, style)).toEqual([
    `<link rel="stylesheet" href="${style}" integrity="${shell.styles['main.css'] ?? ''}" crossorigin="anonymous">`,
  ]);
  const entry = `${auth?.base ?? ''}remote.js`;
  expect(tagsOf(text, entry)).toEqual([
    `<link rel="preload" as="script" href="${entry}" integrity="${auth?.scripts['remote.js'] ?? ''}" crossorigin="anonymous">`,
  ]);
  // The largest is asked for first, and runs last; no remote's script stands in its way.
  expect([...text.matchAll(/<script src="([^"]*)"/g)].map(([, address]) => address)).toEqual([`${shell.base}boot.js`, main]);
  expect(text.indexOf(`href="${main}"`)).toBeLessThan(text.indexOf(`src="${shell.base}boot.js"`));
});

test.each([
  ['/', []],
  ['/nowhere', []],
  ['/login', ['account', 'remote.js', 'module.js', 'module.css', 'login.js', 'login.css']],
  ['/login/?next=%2Fworkspace', ['account', 'remote.js', 'module.js', 'module.css', 'login.js', 'login.css']],
  ['/login/verify', ['account', 'remote.js', 'module.js', 'module.css', 'verify.js', 'verify.css']],
  ['/workspace/plan', ['workspace', 'remote.js', 'module.js', 'module.css', 'board.js', 'board.css']],
])('brings for %s the sign-in, the credentials and the page module of the path', async (path, expected) => {
  const { store, ids } = await publishedSite();
  const { text } = await ask(await startSite({ store }), path, page);
  const [name = '', ...files] = expected;
  expect(brought(text)).toEqual([
    ...['remote.js', 'auth.js'].map((file) => `/releases/auth/${ids['auth'] ?? ''}/${file}`),
    ...files.map((file) => `/releases/${name}/${ids[name] ?? ''}/${file}`),
    '/api/supabase-credentials',
  ]);
  if (files.length > 0) expect(text).toContain('rel="preload" as="style"');
});

test('names the server at another address where the settings say so', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store, apiBaseUrl: 'https://api.example.org' });
  const { text, headers } = await ask(base, '/', page);
  expect(text).toContain('<meta name="atrium-api-base" content="https://api.example.org">');
  expect(brought(text)).toContain('https://api.example.org/api/supabase-credentials');
  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321 https://api.example.org;",
  );
});

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
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  });
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('asks for https only where a trusted proxy says that it is there', async () => {
  const { store } = await publishedSite([]);
  const secure = { headers: { 'x-forwarded-proto': 'https' } };
  const trusting = await ask(await startSite({ store, trustProxy: ['127.0.0.1'] }), '/healthz', secure);
  expect(trusting.headers['strict-transport-security']).toBe('max-age=31536000');
  const other = await ask(await startSite({ store }), '/healthz', secure);
  expect(other.headers['strict-transport-security']).toBeUndefined();
});

test('content of a release cannot break out of the data block', async () => {
  const hostile = '</script><script>alert(1)</script><!--<script>';
  const build = pageBuild('orders', { list: '/orders' }, hostile);
  const { store } = await publishedSite([...siteBuilds, build]);
  const { text } = await ask(await startSite({ store }), '/orders', page);
  expect(text).not.toContain('alert(1)</script>');
  expect(text).not.toContain('<!--');
  expect(releaseSetIn(text).pages.find(({ name }) => name === 'orders')?.facts.title).toEqual({ en: hostile });
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

test.each(['/api', '/api/nothing', '/releases', '/releases/', '/robots.txt', '/main.js', '/.env', '/index.php', '/%zz'])(
  '%s is no page and gets no HTML',
  async (path) => {
    const { store } = await publishedSite();
    const { status, headers } = await ask(await startSite({ store }), path, page);
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  },
);

test.each([`/workspace/${'a'.repeat(500)}`, '/__atrium/releases', '/workspace/v1.2', '/auth/confirm?token_hash=a&type=signup', '/a%20b'])(
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

describe('when there is no site', () => {
  test.each<[string, (folder: string) => Promise<void>, string]>([
    ['there is no registry', (folder) => rm(folder, { recursive: true }), 'npm run build'],
    ['the registry is gone', (folder) => rm(join(folder, 'registry.json')), 'Restore registry.json from a copy'],
    ['the registry is malformed', (folder) => writeFile(join(folder, 'registry.json'), '{'), 'cannot be read'],
    [
      'the shell is lost',
      (folder) => rm(join(folder, 'files', 'shell'), { recursive: true }),
      'No usable release of the shell',
    ],
    [
      'the registry is a folder',
      (folder) => rm(join(folder, 'registry.json')).then(() => mkdir(join(folder, 'registry.json'))),
      'cannot be read',
    ],
  ])('because %s, a page with 503 says what to do', async (_what, damage, words) => {
    const { folder } = await publishedSite();
    await damage(folder);
    const base = await startSite({ store: openDirectoryStore(folder) });
    const { status, headers, text } = await ask(base, '/login', page);
    expect(status).toBe(503);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['retry-after']).toBe('5');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(text).toContain(words);
    expect(text).not.toContain(folder);
  });

  test('the site comes with the first publish, without a restart', async () => {
    const { store } = await publishedSite([]);
    const base = await startSite({ store });
    expect((await ask(base, '/', page)).status).toBe(503);
    for (const build of siteBuilds) await publish(store, build);
    expect((await ask(base, '/', page)).status).toBe(200);
  });

  test('the site comes back after a registry was mended', async () => {
    const { store, folder } = await publishedSite();
    const base = await startSite({ store });
    const file = join(folder, 'registry.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, 'broken');
    expect((await ask(base, '/', page)).status).toBe(503);
    await writeFile(file, whole);
    expect((await ask(base, '/', page)).status).toBe(200);
  });
});

test('a lost page module or sign-in leaves the rest of the site', async () => {
  const { folder } = await publishedSite();
  await rm(join(folder, 'files', 'workspace'), { recursive: true });
  await rm(join(folder, 'files', 'auth'), { recursive: true });
  const { status, text } = await ask(await startSite({ store: openDirectoryStore(folder) }), '/workspace', page);
  expect(status).toBe(200);
  expect(releaseSetIn(text)).toMatchObject({ auth: null, pages: [{ name: 'account' }] });
  expect(brought(text)).toEqual(['/api/supabase-credentials']);
});
