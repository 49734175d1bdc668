import type { Page } from '@playwright/test';
import { exchange, publishChanged } from '../../src/releases/changed-release.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { logIn, newPerson, signInFirst } from '../../src/people/people.ts';
import { currentReleaseSet, liveManifest, tamper } from '../../src/releases/release-folder.ts';
import { damageTest, expect } from '../../src/fixtures/site-test.ts';

const INTRUDE = '\n;globalThis.intruded = true;';
const REFUSED = [/integrity/i, /page module \w+ is not available/, FAILED_REQUEST, /was preloaded using link preload/];

function hasIntruded(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(globalThis, 'intruded') === true);
}

damageTest('a tampered entry never runs, the other pages work, and the tab recovers with the right file', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(...REFUSED);
  const { entry } = await liveManifest(damaged.releases, 'account');
  const restore = await tamper(damaged.releases, 'account', entry, INTRUDE);
  await signInFirst(page, damaged);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account did not load' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspace' }).click();
  await expect(page.getByRole('button', { name: 'Create board' })).toBeVisible();
  expect(await hasIntruded(page)).toBe(false);

  await restore();
  // Another visit of the page is a retry.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
});

for (const way of ['opened first', 'navigated to'] as const) {
  damageTest(`a tampered chunk of a page that is ${way} never runs, and the tab recovers with the right file`, async ({ page, damaged, consoleMessages }) => {
    consoleMessages.allow(...REFUSED, /Loading chunk/);
    const chunk = (await liveManifest(damaged.releases, 'account')).routes['register']?.scripts.at(-1) ?? '';
    const restore = await tamper(damaged.releases, 'account', chunk, INTRUDE);
    await page.goto(way === 'opened first' ? '/register' : '/');
    if (way === 'navigated to') await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your account did not load' })).toBeVisible();
    expect(await hasIntruded(page)).toBe(false);
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
    await retry.click();
    // The card stays during the retry, and shows its result afterwards.
    await expect(retry).toBeEnabled();
    await expect(page.getByRole('heading', { level: 1, name: 'Your account did not load' })).toBeVisible();
    expect(await hasIntruded(page)).toBe(false);

    await restore();
    await retry.click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Create account' })).toBeVisible();
  });
}

damageTest('tampered code of the sign-in never runs; the form says so, keeps the typed text, and works with the right file', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(...REFUSED, /Loading chunk/, /Failed to initialize Supabase/, /Login error:/);
  const { files, exposes, entry } = await liveManifest(damaged.releases, 'auth');
  const early = new Set([entry, ...(exposes['./auth']?.scripts ?? [])]);
  const chunk = Object.keys(files).find((file) => file.endsWith('.js') && !early.has(file)) ?? '';
  const restore = await tamper(damaged.releases, 'auth', chunk, INTRUDE);
  const person = newPerson();
  await page.goto('/login');
  await logIn(page, person);
  await expect(page.getByRole('alert')).toContainText('try again');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
  expect(await hasIntruded(page)).toBe(false);
  await restore();
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('Wrong email or password');
});

damageTest('a tampered style sheet is not applied', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(...REFUSED, /Loading CSS chunk/);
  const sheet = (await liveManifest(damaged.releases, 'workspace')).routes['boards']?.styles[0] ?? '';
  const restore = await tamper(damaged.releases, 'workspace', sheet, '\nbody{background:rgb(1,2,3)!important}');
  await signInFirst(page, damaged);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace did not load' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe('rgb(1, 2, 3)');
  await restore();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Create board' })).toBeVisible();
});

damageTest('a tab keeps its release when another goes live, and a new tab gets the new one', async ({ page, damaged }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await publishChanged(damaged.releases, 'account', exchange('Have an account already?', 'So you have an account?'));
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByText('Have an account already?')).toBeVisible();
  const later = await page.context().newPage();
  await later.goto('/register');
  await expect(later.getByText('So you have an account?')).toBeVisible();
});

damageTest('two releases of one module live in one tab without mixing their chunks, and share one sign-in', async ({ page, damaged, consoleMessages }) => {
  // The server has no module with the name of the second, and the slots belong to account.
  consoleMessages.allow(FAILED_REQUEST, /The page module second renders the slot account\.sections/);
  const person = await signInFirst(page, damaged);
  const before = await currentReleaseSet(damaged.url);
  await publishChanged(damaged.releases, 'account', exchange('Shown on your boards and notes.', 'Others read it on your boards.'));
  const first = before.pages.find(({ name }) => name === 'account');
  const second = (await currentReleaseSet(damaged.url)).pages.find(({ name }) => name === 'account');
  if (!first || !second) throw new Error('account is not registered.');
  expect(Object.keys(second.files?.scripts ?? {}).filter((file) => file in (first.files?.scripts ?? {})), 'files of one name').not.toEqual([]);

  // The second release is a separate module in the tab's set, at paths below /second.
  const routes = Object.fromEntries(Object.entries(second.manifest.routes).map(([route, path]) => [route, `/second${path}`]));
  const navigation = second.manifest.navigation.map((entry) => ({ ...entry, label: { en: 'Second' } }));
  const beside = { ...second, name: 'second', manifest: { ...second.manifest, name: 'second', routes, navigation } };
  const set = JSON.stringify({ ...before, pages: [...before.pages, beside] }).replaceAll('<', '\\u003c');
  await page.route(`${damaged.url}/account`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(id="atrium-release-set">).*?(<\/script>)/s, (_match, start: string, end: string) => start + set + end);
    await route.fulfill({ response, body: html });
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/account');
  await expect(page.getByText('Shown on your boards and notes.')).toBeVisible();
  await menu.getByRole('link', { name: 'Second' }).click();
  await expect(page.getByText('Others read it on your boards.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name);
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('banner')).toContainText('Grace Hopper');
  await menu.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByText('Shown on your boards and notes.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Grace Hopper');

  for (const release of [first, second]) {
    const { base = '', entry = '', routes = {} } = release.files ?? {};
    const files = [entry, ...(routes['account']?.scripts ?? [])].map((file) => base + file);
    expect(asked).toEqual(expect.arrayContaining(files));
  }
  expect(asked.filter((path) => path === '/api/supabase-credentials')).toHaveLength(1);
});
