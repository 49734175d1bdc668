import { createHash } from 'node:crypto';
import { pageBuild, passedSmokeTest, publish, publishedSite, sealed, shellBuild } from '../../support/published-site.ts';
import { page, releaseSetIn } from '../../support/read-document.ts';
import { ask, startSite } from '../../support/running-site.ts';
import { confirmed, open, siteWithPreviews } from '../../support/site-with-previews.ts';

const LOGIN = { login: '/login', verify: '/login/verify' };

/** A build of the account module with the HTML of its log-in page in English and German. */
function prerendered(text: string, name = 'account', routes: { login: string } = LOGIN): ReturnType<typeof pageBuild> {
  const { description, files } = pageBuild(name, routes);
  return {
    description: {
      ...description,
      languages: { de: { scripts: ['de.js'], styles: [] } },
      moduleManifest: { ...(description['moduleManifest'] as object), prerender: ['login'] },
      prerendered: { login: { en: 'login.en.html', de: 'login.de.html' } },
    },
    files: { ...files, 'de.js': 'de', 'login.en.html': `<p>${text}</p>`, 'login.de.html': `<p>${text} auf Deutsch</p>` },
  };
}

const main = (text: string) => /<main.*<\/main>/s.exec(text)?.[0];

const expected = (html: string) =>
  `<main class="shell-main" id="content" tabindex="-1" data-prerendered="/login"><div class="shell-module"><div data-atrium-module="account">${html}</div></div></main>`;

test('has the HTML of the page from the release in the release set, in the language of the document', async () => {
  const { store } = await publishedSite();
  const shell = shellBuild();
  await publish(store, { ...shell, description: { ...shell.description, languages: { de: { scripts: ['later.js'], styles: [] } } } });
  const site = await startSite({ store });
  for (const text of ['First', 'Second']) {
    const release = await publish(store, prerendered(text));
    const response = await ask(site, '/login', page);
    expect(releaseSetIn(response.text).pages[0]?.release).toBe(release);
    expect(main(response.text)).toBe(expected(`<p>${text}</p>`));
    const german = await ask(site, '/login', { headers: { ...page.headers, cookie: 'atrium-language=de' } });
    expect(main(german.text)).toBe(expected(`<p>${text} auf Deutsch</p>`));
  }
});

test('has the HTML of the previous release after a rollback, and that of a canary for its visitors', async () => {
  const { store } = await publishedSite();
  const live = await publish(store, prerendered('Live'));
  const canary = await sealed(prerendered('Canary'));
  await store.putRelease(canary, passedSmokeTest);
  const move = async (action: 'canary' | 'publish', release: string) => {
    const reading = await store.readRegistry();
    const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
    const percent = action === 'canary' ? { percent: 50 } : {};
    await store.move({ action, name: 'account', release, ...percent, expectedRevision, who: 'a', why: 'b' });
  };
  await publish(store, prerendered('Newer'));
  const site = await startSite({ store });
  expect(main((await ask(site, '/login', page)).text)).toBe(expected('<p>Newer</p>'));
  await move('publish', live);
  expect(main((await ask(site, '/login', page)).text)).toBe(expected('<p>Live</p>'));
  await move('canary', canary.manifest.release);
  const visit = async (visitor: number) => {
    const cookie = `atrium-visitor=${visitor.toString(16).padStart(32, '0')}`;
    const { text } = await ask(site, '/login', { headers: { ...page.headers, cookie } });
    return `${releaseSetIn(text).pages.find(({ name }) => name === 'account')?.release ?? ''} ${main(text) ?? ''}`;
  };
  const seen = new Set(await Promise.all(Array.from({ length: 40 }, (_, visitor) => visit(visitor))));
  expect(seen).toEqual(new Set([`${live} ${expected('<p>Live</p>')}`, `${canary.manifest.release} ${expected('<p>Canary</p>')}`]));
});

test('has the HTML of a previewed release, in its tab only', async () => {
  const { base, store, sign } = await siteWithPreviews();
  const next = await sealed(prerendered('Previewed', 'workspace', { login: '/workspace/login' }));
  await store.putRelease(next, passedSmokeTest);
  const { address, cookie } = await confirmed(base, sign({ release: next.manifest.release, path: '/workspace/login' }));
  expect(main((await open(base, address, cookie)).text)).toContain('Previewed');
  expect(main((await open(base, '/workspace/login', cookie)).text)).toBeUndefined();
});

test('a page with a query is not prerendered, because it may differ', async () => {
  const { store } = await publishedSite();
  await publish(store, prerendered('Log in'));
  const site = await startSite({ store });
  for (const path of ['/login', '/login?next=%2Fworkspace', '/login', '/login?', '/login?utm_source=mail']) {
    expect(main((await ask(site, path, page)).text)).toBe(/\?./.test(path) ? undefined : expected('<p>Log in</p>'));
  }
});

test('has it only on its path', async () => {
  const { store } = await publishedSite();
  await publish(store, prerendered('Log in'));
  const site = await startSite({ store });
  for (const path of ['/', '/login/verify', '/workspace', '/unknown']) {
    const { text, headers } = await ask(site, path, page);
    expect(text).not.toContain('data-prerendered');
    expect(text).not.toContain('<script>');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
  }
});

test('loads the page’s styles and the script that hides the page before it', async () => {
  const { store } = await publishedSite();
  await publish(store, prerendered('Log in'));
  const site = await startSite({ store });
  const { text, headers } = await ask(site, '/login', page);
  const { base = '' } = releaseSetIn(text).pages[0]?.files ?? {};
  for (const style of ['module.css', 'login.css']) expect(text).toMatch(new RegExp(`<link rel="stylesheet" href="${base}${style}" integrity=`));
  const [tag = '', script = ''] = /<script>([^<]*)<\/script>/.exec(text) ?? [];
  expect(script).toContain('data-stored-session');
  expect(text.indexOf(tag)).toBeLessThan(text.indexOf('<main'));
  // The shell's style sheet comes first, as on every other page.
  expect(text.indexOf('main.css')).toBeLessThan(text.indexOf('module.css"'));
  // The policy allows this inline script and no other.
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'; style-src 'self';`);
});

test('serves the document without the page while its HTML cannot be read', async () => {
  const { store } = await publishedSite();
  await publish(store, prerendered('Log in'));
  let fails = true;
  const unreliable = new Proxy(store, {
    get(target, key) {
      if (key === 'releaseFile' && fails) return () => Promise.reject(new Error('the store is unreachable'));
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (...given: unknown[]): unknown => Reflect.apply(value, target, given) : value;
    },
  });
  const site = await startSite({ store: unreliable });
  const { status, text } = await ask(site, '/login', page);
  expect(status).toBe(200);
  expect(main(text)).toBeUndefined();
  fails = false;
  expect(main((await ask(site, '/login', page)).text)).toBe(expected('<p>Log in</p>'));
});
