import type { Page } from '@playwright/test';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { createAccount, logIn, newPerson, signInFirst, SESSION_CHECK_INTERVAL, type Person } from '../../src/people/people.ts';
import type { Site } from '../../src/site/site.ts';
import { createAccountWithApp, giveCode } from '../../src/people/second-factor.ts';
import { pngFile } from '../../src/people/image-file.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { expectNoDefects } from '../../src/checks/screen-defects.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

const FUNCTION = '**/functions/v1/account-delete';
const SIGN_IN_ERROR = /^error: Deletion error:/;

async function fillIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Your password').fill(password);
  await page.getByLabel('I understand that this cannot be undone.').check();
}

const submit = (page: Page) => page.getByRole('button', { name: 'Delete your account' }).click();

/** The auth service's response to a log-in with a deleted account. */
async function expectGone({ backend }: Site, { email, password }: Person): Promise<void> {
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' };
  const response = await fetch(`${backend.apiUrl}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  expect(response.status).toBe(400);
}

const DELETED = 'Your account was deleted, so you are logged out.';

test('deleting an account removes its picture, notifies other tabs and devices, and ends the rights of its token', async ({ page, site, context, browser, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const person = await signInFirst(page, site);
  await page.goto('/account');
  await page.getByLabel('Choose a picture').setInputFiles(pngFile('me.png'));
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  // Until then, the browser shows it from its memory cache.
  await page.reload();
  const picture = page.getByRole('img', { name: 'Your picture' });
  await expect(picture).toBeVisible();
  const address = (await picture.getAttribute('src')) ?? '';
  expect((await fetch(address)).status).toBe(200);
  const other = await context.newPage();
  await other.goto('/account/security');
  await expect(other.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  const device = await (await browser.newContext({ baseURL: site.url })).newPage();
  await device.clock.install();
  await device.goto('/login?next=/workspace');
  await logIn(device, person);
  await expect(device.getByRole('heading', { level: 1, name: 'Workspace' })).toBeVisible();

  await page.bringToFront();
  await page.getByRole('link', { name: 'Delete' }).click();
  await expect(page.getByText(`the following data of ${person.email}`)).toBeVisible();
  const asked = page.waitForRequest((request) => request.url().includes('/functions/v1/account-delete') && request.method() === 'POST');
  await fillIn(page, person.password);
  await submit(page);
  const { authorization = '' } = await (await asked).allHeaders();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeFocused();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText(/you are logged out\.$/i)).toHaveCount(0);
  await other.bringToFront();
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText(DELETED)).toHaveCount(1);
  await device.clock.fastForward(SESSION_CHECK_INTERVAL);
  await expect(device.getByText(DELETED)).toHaveCount(1);
  await expect(device).toHaveURL(/\/login/);
  await expect(device.getByRole('dialog')).toHaveCount(0);
  await device.context().close();
  await expect(page.getByText(DELETED)).toHaveCount(0);
  expect((await fetch(address)).ok).toBe(false);
  const { backend } = site;
  const rows = await fetch(`${backend.apiUrl}/rest/v1/account_profiles?select=person`, { headers: { apikey: backend.publishableKey, authorization } });
  expect(await rows.json()).toEqual([]);
  await expectGone(site, person);
});

test('boards that others use are listed with their next owners', SOAK, async ({ page, site }) => {
  const [bea, ada] = [newPerson('Bea'), newPerson('Ada')];
  const [beas, adas] = [await createAccount(site, bea), await createAccount(site, ada)];
  const { backend } = site;
  const ask = async (token: string, path: string, body: object) => {
    const headers = { apikey: backend.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${backend.apiUrl}/rest/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.ok, `${path}: ${String(response.status)}`).toBe(true);
  };
  const board = crypto.randomUUID();
  await ask(adas.access_token, 'workspace_boards', { id: board, name: 'Plans' });
  await ask(adas.access_token, 'workspace_boards', { name: 'Mine alone' });
  await ask(adas.access_token, 'workspace_invitations', { board, email: bea.email });
  await ask(beas.access_token, 'rpc/workspace_accept_invitation', { board });
  await page.goto('/login?next=/account/delete');
  await logIn(page, ada);
  await expect(page.getByText('“Plans” passes to Bea.')).toBeVisible();
  await expect(page.getByRole('main').getByText(/Mine alone/)).toHaveCount(0);
  await fillIn(page, ada.password);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  const mine = await fetch(`${backend.apiUrl}/rest/v1/workspace_boards?select=name`, {
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${beas.access_token}` },
  });
  expect(await mine.json()).toContainEqual({ name: 'Plans' });
});

test('a wrong password, a failure in the middle and a lost response can be retried', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, SIGN_IN_ERROR);
  const person = await signInFirst(page, site);
  await page.goto('/account/delete');
  await submit(page);
  await expect(page.getByRole('group', { name: 'Check these fields' })).toBeFocused();
  await fillIn(page, 'not my password');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('This is not your password. Check it for typos, then try again.');
  await expect(page.getByLabel('Your password')).toBeFocused();
  await expectNoDefects(page, 'Delete your account');

  await page.getByLabel('Your password').fill(person.password);
  await page.route(FUNCTION, (route) => route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, json: { code: 'unfinished', message: 'Try again.' } }), { times: 1 });
  await submit(page);
  await expect(page.getByRole('alert')).toContainText('not completely deleted yet');
  await expect(page.getByLabel('Your password')).toHaveValue(person.password);

  // The request succeeds, but its response is lost. The tab does not learn of the deletion in another way.
  await page.route('**/auth/v1/user', (route) => route.abort());
  let came: () => void = () => undefined;
  const through = new Promise<void>((resolve) => (came = resolve));
  await page.route(FUNCTION, async (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
    came();
  });
  await submit(page);
  await through;
  await expect(page.getByRole('alert')).toContainText('The server did not respond');
  await page.unroute(FUNCTION);
  await expectGone(site, person);
  await submit(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeVisible();
});

test('a person with a second factor enters its code first', SOAK, async ({ page, site }) => {
  const { person, app } = await createAccountWithApp(site);
  await page.goto('/login?next=/account/delete');
  await logIn(page, person);
  await expect(page).toHaveURL('/login/verify?next=%2Faccount%2Fdelete');
  await giveCode(page, app.code());
  await expect(page).toHaveURL('/account/delete');
  await fillIn(page, person.password);
  await submit(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is deleted' })).toBeVisible();
  await expectGone(site, person);
});

test('on a phone, the rail of the settings shows the entry of the page', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInFirst(page, site);
  await page.goto('/account/delete');
  const rail = page.getByRole('navigation').filter({ hasText: 'Delete' });
  await expect(rail.getByRole('link', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  await rail.getByRole('link', { name: 'Data' }).click();
  await rail.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(rail.getByRole('link', { name: 'Profile' })).toBeInViewport({ ratio: 1 });
});
