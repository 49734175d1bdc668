import { pageBuild, publish, publishedSite, shellBuild, siteBuilds } from '../../support/published-site.ts';
import { loadedFiles, page, releaseSetIn } from '../../support/read-document.ts';
import { ask, startSite } from '../../support/running-site.ts';

const LANGUAGE_FILES = { de: { scripts: ['de.js'], styles: [] }, ar: { scripts: ['ar.js'], styles: [] } };

/** A build with German and Arabic texts. */
function translated(build: ReturnType<typeof shellBuild>): ReturnType<typeof shellBuild> {
  return { description: { ...build.description, languages: LANGUAGE_FILES }, files: { ...build.files, 'de.js': 'de', 'ar.js': 'ar' } };
}

async function translatedSite() {
  const { store } = await publishedSite();
  const ids: Record<string, string> = {};
  for (const build of siteBuilds) ids[String(build.description['name'])] = await publish(store, translated(build));
  return { site: await startSite({ store }), ids };
}

const asked = (headers: Record<string, string>) => ({ headers: { ...page.headers, ...headers } });

const root = (text: string) => /<html[^>]*>/.exec(text)?.[0];

test('uses the first language of the browser that the site has', async () => {
  const { site } = await translatedSite();
  const languageFor = async (accepted: string) => root((await ask(site, '/', asked({ 'accept-language': accepted }))).text);
  expect(await languageFor('de-AT,de;q=0.9,en;q=0.5')).toBe('<html lang="de" dir="ltr">');
  expect(await languageFor('ar-EG')).toBe('<html lang="ar" dir="rtl">');
  expect(await languageFor('fr, en;q=0.4, de;q=0.3')).toBe('<html lang="en" dir="ltr">');
  expect(await languageFor('fr')).toBe('<html lang="en" dir="ltr">');
  expect(await languageFor('')).toBe('<html lang="en" dir="ltr">');
});

test('prefers the person’s choice over the browser’s, and ignores impossible choices', async () => {
  const { site } = await translatedSite();
  const rootFor = async (cookie: string) => root((await ask(site, '/', asked({ 'accept-language': 'de', cookie }))).text);
  expect(await rootFor('atrium-language=ar')).toBe('<html lang="ar" dir="rtl">');
  expect(await rootFor('atrium-language=en; atrium-theme=dark')).toBe('<html lang="en" dir="ltr" data-theme="dark">');
  expect(await rootFor('atrium-sidebar=hidden')).toBe('<html lang="de" dir="ltr" data-sidebar="hidden">');
  expect(await rootFor('atrium-language="><script>; atrium-theme="><script>; atrium-sidebar="><script>')).toBe('<html lang="de" dir="ltr">');
});

test('applies a chosen theme to the browser’s frame, too', async () => {
  const { site } = await translatedSite();
  const { text } = await ask(site, '/', asked({ cookie: 'atrium-theme=light' }));
  expect(text).toContain('<meta name="color-scheme" content="light">\n<meta name="theme-color" content="#fbfcfb">\n<link');
});

test('preloads the texts of the first screen in the document’s language only', async () => {
  const { site, ids } = await translatedSite();
  const german = await ask(site, '/login', asked({ 'accept-language': 'de' }));
  const file = (name: string) => `/releases/${name}/${ids[name] ?? ''}/de.js`;
  expect(loadedFiles(german.text).slice(0, 2)).toEqual(['auth', 'account'].map(file));
  expect(german.text).toContain(`<link rel="preload" as="script" href="${file('shell')}" integrity=`);
  expect(german.text).toContain('Neu laden');
  expect(german.headers['vary']).toContain('Accept-Language, Cookie');
  const english = await ask(site, '/login', page);
  expect(english.text).not.toContain('/de.js"');
});

test('contains files and texts of its own language only, and no groups of menu entries', async () => {
  const { store } = await publishedSite();
  for (const build of siteBuilds) await publish(store, translated(build));
  const { description, files } = translated(pageBuild('orders', { list: '/orders' }));
  const moduleManifest = { name: 'orders', contract: '^0.1', title: { en: 'Orders', de: 'Bestellungen' }, routes: { list: '/orders' }, navigation: [
    { route: 'list', label: { en: 'Orders', de: 'Bestellungen' }, group: { en: 'Sales', de: 'Vertrieb', ar: 'المبيعات' }, icon: 'users' },
  ] };
  await publish(store, { description: { ...description, moduleManifest }, files });
  const site = await startSite({ store });
  const setFor = async (language: string) => releaseSetIn((await ask(site, '/', asked({ 'accept-language': language }))).text);
  const texts = ({ shell, auth, pages }: Awaited<ReturnType<typeof setFor>>) =>
    [shell, auth, ...pages.map(({ files }) => files)].map((files) => Object.keys(files?.scripts ?? {}).filter((path) => /^(?:de|ar)\.js$/.test(path)));
  const titleOf = ({ pages }: Awaited<ReturnType<typeof setFor>>) => pages.find(({ name }) => name === 'orders')?.manifest.title;

  const english = await setFor('en');
  expect(texts(english).flat()).toEqual([]);
  expect(titleOf(english)).toEqual({ en: 'Orders' });
  const german = await setFor('de');
  expect(texts(german).every((paths) => paths.join() === 'de.js')).toBe(true);
  expect(titleOf(german)).toEqual({ de: 'Bestellungen' });
  expect(german.pages.find(({ name }) => name === 'orders')?.manifest.navigation).toEqual([
    { route: 'list', label: { de: 'Bestellungen' }, icon: 'users' },
  ]);
  // The shell chooses a language for a title without a translation.
  expect(titleOf(await setFor('ar'))).toEqual({ en: 'Orders', de: 'Bestellungen' });
});

test('names a file that a language shares with pages in every language', async () => {
  const { store } = await publishedSite();
  const { description, files } = translated(shellBuild());
  const languages = { de: { scripts: ['de.js', 'shared.js'], styles: [] } };
  await publish(store, { description: { ...description, languages }, files: { ...files, 'shared.js': 'shared' } });
  const site = await startSite({ store });
  const { shell } = releaseSetIn((await ask(site, '/', page)).text);
  expect(Object.keys(shell.scripts)).toEqual(expect.arrayContaining(['de.js', 'shared.js']));
});
