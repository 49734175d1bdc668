import { pageBuild, publishedSite, siteBuilds } from '../../support/published-site.ts';
import { loadedFiles, page, releaseSetIn } from '../../support/read-document.ts';
import { ask, startSite } from '../../support/running-site.ts';

/** The tags with this address. */
function tagsOf(html: string, address: string): string[] {
  return (html.match(/<(?:link|script)[^>]*>/g) ?? []).filter((tag) => tag.includes(`"${address}"`));
}

test('has what the shell needs to start', async () => {
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
    '<div id="root"><header class="shell-header">',
    '</header><p class="shell-late">',
    '<a href="">Reload</a></p></div>',
    '<noscript>',
  ]) {
    expect(text).toContain(part);
  }
  const set = releaseSetIn(text);
  expect(set.shell.release).toBe(ids['shell']);
  expect(set.auth?.release).toBe(ids['auth']);
  expect(set.pages.map(({ name }) => name)).toEqual(['account', 'workspace']);
});

test('names the Realtime topic for releases if there is one', async () => {
  const { store } = await publishedSite();
  const tag = '<meta name="atrium-release-news" content="atrium:releases">';
  expect((await ask(await startSite({ store, hasReleaseBroadcast: true }), '/', page)).text).toContain(`\n${tag}\n`);
  expect((await ask(await startSite({ store }), '/', page)).text).not.toContain('atrium-release-news');
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
  // The largest is requested first and runs last, and no remote's script delays it.
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
])('preloads for %s the sign-in, the credentials and the page module of the path', async (path, expected) => {
  const { store, ids } = await publishedSite();
  const { text } = await ask(await startSite({ store }), path, page);
  const [name = '', ...files] = expected;
  expect(loadedFiles(text)).toEqual([
    ...['remote.js', 'auth.js'].map((file) => `/releases/auth/${ids['auth'] ?? ''}/${file}`),
    ...files.map((file) => `/releases/${name}/${ids[name] ?? ''}/${file}`),
    '/api/supabase-credentials',
  ]);
  if (files.length > 0) expect(text).toContain('rel="preload" as="style"');
});

test('names the server at another address if it is set', async () => {
  const { store } = await publishedSite();
  const base = await startSite({ store, apiBaseUrl: 'https://api.example.org' });
  const { text, headers } = await ask(base, '/', page);
  expect(text).toContain('<meta name="atrium-api-base" content="https://api.example.org">');
  expect(loadedFiles(text)).toContain('https://api.example.org/api/supabase-credentials');
  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321 https://api.example.org;",
  );
});

test.each<[string, string]>([
  ['https://collector.example.org/otlp', ' https://collector.example.org;'],
  ['http://127.0.0.1:4318', ' http://127.0.0.1:4318;'],
  ['/otlp', ';'],
  // The setting "/" without its slash.
  ['', ';'],
])('names the collector %s, and allows connections to its origin only', async (collector, added) => {
  const { store } = await publishedSite();
  const { text, headers } = await ask(await startSite({ store, telemetry: { collector, share: 25 } }), '/', page);
  expect(text).toContain(`<meta name="atrium-telemetry" content="${collector}" data-share="25">`);
  expect(headers['content-security-policy']).toContain(`connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321${added}`);
});

test('does not mention telemetry if it is off', async () => {
  const { store } = await publishedSite();
  const { text, headers } = await ask(await startSite({ store }), '/', page);
  expect(text).not.toContain('telemetry');
  expect(headers['content-security-policy']).toContain("connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321;");
});

test('content of a release cannot break out of the data block', async () => {
  const hostile = '</script><script>alert(1)</script><!--<script>';
  const build = pageBuild('orders', { list: '/orders' }, hostile);
  const { store } = await publishedSite([...siteBuilds, build]);
  const { text } = await ask(await startSite({ store }), '/orders', page);
  expect(text).not.toContain('alert(1)</script>');
  expect(text).not.toContain('<!--');
  expect(releaseSetIn(text).pages.find(({ name }) => name === 'orders')?.manifest.title).toEqual({ en: hostile });
});
