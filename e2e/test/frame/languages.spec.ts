import type { Page } from '@playwright/test';
import { messagesTo, newestLink } from '../../src/people/inbox.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { createAccount, logIn, newPerson, openUserMenu, signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { liveManifest } from '../../src/releases/release-folder.ts';
import type { Site } from '../../src/site/site.ts';
import { SOAK, everyday } from '../../src/fixtures/soak-tag.ts';

/** The remotes of the site. Each has its own texts. */
const REMOTES = ['shell', 'auth', 'account', 'workspace'] as const;

/** The paths of the language files of all remotes, by language tag. */
async function languageFiles({ releases }: Site): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map<string, string[]>();
  for (const name of REMOTES) {
    const { release, languages = {} } = await liveManifest(releases, name);
    for (const [tag, { scripts }] of Object.entries(languages)) {
      files.set(tag, [...(files.get(tag) ?? []), ...scripts.map((script) => `/releases/${name}/${release}/${script}`)]);
    }
  }
  return files;
}

/** The paths of all files that a page loads from now on. The list grows. */
function filesOf(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on('response', (response) => paths.push(new URL(response.url()).pathname));
  return paths;
}

const root = (page: Page) => page.locator('html');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('log-in and workspace are German', async ({ page, site, consoleMessages }) => {
    consoleMessages.allow(FAILED_REQUEST, /^error: Login error/);
    const person = newPerson();
    await createAccount(site, person);
    await page.goto('/login');
    await expect(root(page)).toHaveAttribute('lang', 'de');
    await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByLabel('E-Mail', { exact: true })).toHaveAccessibleDescription('Geben Sie Ihre E-Mail-Adresse ein.');
    await page.getByLabel('E-Mail', { exact: true }).fill(person.email);
    await page.getByLabel('Passwort', { exact: true }).fill('a wrong one');
    await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('alert')).toContainText('E-Mail-Adresse oder Passwort ist falsch');
    await page.getByLabel('Passwort', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click();
    await expect(heading(page, 'Arbeitsbereich')).toBeFocused();
    await page.getByLabel('Name des Boards').fill('Pläne');
    await page.getByRole('button', { name: 'Board anlegen' }).click();
    await expect(page.getByText('0 Notizen · 1 Person')).toBeVisible();
  });

  test('a person who registers in German gets German mails, and their links work', SOAK, async ({ page, site }) => {
    const person = newPerson();
    await page.goto('/register');
    await page.getByLabel('Name', { exact: true }).fill(person.name);
    await page.getByLabel('E-Mail', { exact: true }).fill(person.email);
    await page.getByLabel('Passwort', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: 'Konto anlegen' }).click();
    const menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Abmelden' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible();

    await page.goto('/reset-password');
    await page.getByLabel('E-Mail', { exact: true }).fill(person.email);
    await page.getByRole('button', { name: 'Link zum Zurücksetzen senden' }).click();
    const link = await newestLink(site.backend.inboxUrl, person.email);
    const subjects = (await messagesTo(site.backend.inboxUrl, person.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Passwort zurücksetzen']);
    await page.goto(link);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await expect(heading(page, 'Ein neues Passwort wählen')).toBeVisible();
    await page.getByLabel('Neues Passwort', { exact: true }).fill(`${person.password} neu`);
    await page.getByRole('button', { name: 'Passwort speichern' }).click();
    await expect(heading(page, 'Ihr neues Passwort ist gespeichert')).toBeVisible();
  });

  test('each remote gets its German texts, and no others', async ({ page, site }) => {
    const files = await languageFiles(site);
    const got = filesOf(page);
    await signInFirst(page, site);
    await page.goto('/workspace');
    await expect(heading(page, 'Arbeitsbereich')).toBeVisible();
    const texts = [...files.values()].flat();
    await expect.poll(() => [...new Set(got.filter((path) => texts.includes(path)))].sort()).toEqual([...(files.get('de') ?? [])].sort());
  });

  for (const remote of REMOTES) {
    test(`the site works in English for ${remote} if its German texts do not arrive`, everyday(remote === 'account'), async ({ page, site, consoleMessages }) => {
      consoleMessages.allow(FAILED_REQUEST, /ChunkLoadError|Loading chunk/, /was preloaded using link preload/);
      const person = newPerson();
      await createAccount(site, person);
      const german = (await languageFiles(site)).get('de') ?? [];
      const own = german.filter((path) => path.startsWith(`/releases/${remote}/`));
      expect(own).not.toEqual([]);
      await page.route((url) => own.includes(url.pathname), (route) => route.abort('connectionrefused'));
      const isEnglish = remote === 'account';
      await page.goto('/login');
      await page.getByLabel(isEnglish ? 'Email' : 'E-Mail', { exact: true }).fill(person.email);
      await page.getByLabel(isEnglish ? 'Password' : 'Passwort', { exact: true }).fill(person.password);
      await page.getByRole('main').getByRole('button', { name: isEnglish ? 'Log in' : 'Anmelden' }).click();
      await expect(heading(page, remote === 'workspace' ? 'Workspace' : 'Arbeitsbereich')).toBeFocused();
      const menu = await openUserMenu(page);
      await expect(menu.getByRole('menuitem', { name: remote === 'shell' ? 'Log out' : 'Abmelden' })).toBeVisible();
    });
  }
});

test.describe('in an Arabic browser', () => {
  test.use({ locale: 'ar' });

  test('the document runs from right to left', SOAK, async ({ page }) => {
    await page.goto('/login');
    await expect(root(page)).toHaveAttribute('dir', 'rtl');
    await expect(heading(page, 'تسجيل الدخول')).toBeVisible();
  });

  test('the drag handle is at the start of its note, on the right', SOAK, async ({ page, site }) => {
    await signInFirst(page, site);
    await page.goto('/workspace');
    await page.getByLabel('اسم اللوحة').fill('خطط');
    await page.getByRole('button', { name: 'إنشاء لوحة' }).click();
    await expect(heading(page, 'خطط')).toBeFocused();
    // A single note has no handle, because it cannot move.
    for (const title of ['أخرى', 'ملاحظة']) {
      await page.getByLabel('العنوان').fill(title);
      await page.getByRole('button', { name: 'إضافة ملاحظة' }).click();
      await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    }
    const note = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: 'ملاحظة', exact: true }) });
    const check = await note.getByRole('checkbox').boundingBox();
    const handle = await note.getByTitle('السحب إلى مكان آخر').boundingBox();
    expect(handle?.x).toBeGreaterThan(check?.x ?? 0);
  });
});

test('English texts are part of the site: no language file is fetched', async ({ page, site }) => {
  const texts = [...(await languageFiles(site)).values()].flat();
  const got = filesOf(page);
  await signInFirst(page, site);
  await page.goto('/workspace');
  await expect(heading(page, 'Workspace')).toBeVisible();
  const menu = await openUserMenu(page);
  await expect(menu.getByRole('menuitem', { name: 'Language English' })).toBeVisible();
  expect(texts).toHaveLength(2 * REMOTES.length);
  expect(got.filter((path) => texts.includes(path))).toEqual([]);
});

test('a chosen language persists for later visits and keeps the user on the page', async ({ page, site }) => {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/login?next=/account');
  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(heading(page, 'Anmelden')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Anmelden')).toBeVisible();
  await expect(page.getByLabel('Sprache')).toHaveValue('de');
  await page.getByLabel('Sprache').selectOption('العربية');
  await expect(heading(page, 'تسجيل الدخول')).toBeVisible();
  await expect(root(page)).toHaveAttribute('dir', 'rtl');
  await page.getByLabel('اللغة').selectOption('English');
  await expect(heading(page, 'Log in')).toBeVisible();
  await logIn(page, person);
  await expect(heading(page, 'Your account')).toBeFocused();
});

test('a chosen theme persists for later visits, whatever the system setting is', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(heading(page, 'Shared boards for notes that matter')).toBeVisible();
  const light = await ground();
  await page.getByLabel('Theme').selectOption('Dark');
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.reload();
  await expect(page.getByLabel('Theme')).toHaveValue('dark');
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  expect(await ground()).toBe(dark);
  await page.getByLabel('Theme').selectOption('System');
  await expect.poll(ground).toBe(light);
});
