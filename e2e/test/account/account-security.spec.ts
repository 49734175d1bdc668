import type { Browser, Page } from '@playwright/test';
import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { createAccount, logIn, newPerson, signInFirst, SESSION_CHECK_INTERVAL, type Person } from '../../src/people/people.ts';
import type { Site } from '../../src/site/site.ts';
import { askRemoval, signInWithApp } from '../../src/people/second-factor.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** A page in another browser with a signed-in person. The test controls its time. */
async function otherBrowser(browser: Browser, { url }: Site, person: Person): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.clock.install();
  await page.goto('/login?next=/account');
  await logIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  return page;
}

test('logging out everywhere ends the session in another browser, which says so and asks for the password in place', SOAK, async ({ page, site, browser, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const person = newPerson();
  await createAccount(site, person);
  const other = await otherBrowser(browser, site, person);
  await page.goto('/login?next=/account/security');
  await logIn(page, person);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();

  // Without any input: the tab is visible.
  const dialog = other.getByRole('dialog');
  await other.clock.fastForward(SESSION_CHECK_INTERVAL);
  await expect(dialog).toContainText('You were logged out');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog).toBeHidden();
  await expect(other.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await other.context().close();
});

test('logging out one device in the list ends its session within seconds, and no other', async ({ page, site, browser, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const person = newPerson();
  await createAccount(site, person);
  const other = await otherBrowser(browser, site, person);
  await page.goto('/login?next=/account/security');
  await logIn(page, person);
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  // This browser, the other one, and the one that created the account.
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText('This device');
  expect(await accessibilityProblems(page)).toEqual([]);
  // The device that was used last, after this one.
  await devices.nth(1).getByRole('button', { name: /^Log out Chrome on / }).click();
  await expect(devices).toHaveCount(2);

  await other.clock.fastForward(SESSION_CHECK_INTERVAL);
  await expect(other.getByRole('dialog')).toContainText('You were logged out');
  await other.context().close();
  await page.reload();
  await expect(devices).toHaveCount(2);
});

test('a signed-in person changes the password only with the current one, and not to a common password', async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /^error: Password update error: /);
  const { password } = await signInFirst(page, site);
  await page.goto('/update-password');
  const wanted = page.getByLabel('New password', { exact: true });
  const save = page.getByRole('button', { name: 'Save password' });
  await wanted.fill('Password123');
  await save.click();
  await expect(wanted).toHaveAccessibleDescription(/Attackers try this password first/);
  await wanted.fill(`${password} renewed`);
  await save.click();
  const current = page.getByLabel('Current password', { exact: true });
  await expect(current).toBeFocused();
  await expect(wanted).toHaveValue(`${password} renewed`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await current.fill('not the password');
  await save.click();
  await expect(page.getByRole('alert')).toContainText('This is not your current password.');
  await current.fill(password);
  await save.click();
  await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeFocused();
});

test('logging out everywhere without a connection reports what failed, and works when the connection is back', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /^error: Logout error: /);
  const person = newPerson();
  // In another session than the one below: the button is there only if the person is logged in elsewhere.
  await createAccount(site, person);
  await page.goto('/login?next=/account/security');
  await logIn(page, person);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const button = page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' });
  const revocation = '**/auth/v1/logout?scope=global';
  await page.route(revocation, (route) => route.abort('internetdisconnected'));
  await button.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('alertdialog', { name: 'Log out everywhere?' })).toBeVisible();
  await page.unroute(revocation);
  await button.click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('a factor that cannot be removed stays in the list with an explanation, and a retry removes it', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /^error: Removal error: /);
  await signInWithApp(page, site);
  await page.goto('/account/security');
  const removal = '**/auth/v1/factors/*';
  await page.route(removal, (route) => (route.request().method() === 'DELETE' ? route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Upstream sad</h1>' }) : route.fallback()));
  await askRemoval(page, 'Authenticator app');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('Upstream sad')).toBeHidden();
  await page.unroute(removal);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Two-step verification is off.')).toBeVisible();
});
