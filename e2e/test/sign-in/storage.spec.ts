import { createAccount, logIn, logOut, newPerson, sessionKey, signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { everyday } from '../../src/fixtures/soak-tag.ts';

const NOT_STORED = /This browser does not store/;

/** Ways in which a browser refuses to store data. Each function runs before the page's scripts. */
const REFUSALS: Readonly<Record<string, () => void>> = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
  forbidden: () => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  },
};

for (const [state, refuse] of Object.entries(REFUSALS)) {
  test(`people can log in, move between the modules and log out with a storage that is ${state}`, everyday(state === 'forbidden'), async ({ page, site, consoleMessages }) => {
    consoleMessages.allow(NOT_STORED);
    const person = newPerson();
    await createAccount(site, person);
    await page.addInitScript(refuse);
    await page.goto('/login');
    await logIn(page, person);
    await expect(page.getByRole('button', { name: 'Create board' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your account' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name);
    await logOut(page);
    await expect(page).toHaveURL(/\/login/);
    expect(consoleMessages.messages.some((message) => NOT_STORED.test(message)), 'warning on the console').toBe(true);
  });
}

const CORRUPT = {
  'cut off': '{"access_token":"ey',
  'not JSON': 'session',
  'null': 'null',
  'an empty object': '{}',
  'without a refresh token': JSON.stringify({ access_token: 'a.b.c', expires_at: 4e9, user: { id: 'x' } }),
  'with an invalid token': JSON.stringify({ access_token: 'nonsense', refresh_token: 'r', expires_at: 4e9, user: { id: 'x' } }),
};

test('a stored session that is damaged in any way is discarded, and log-in works', async ({ page, site }) => {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/login');
  for (const [kind, text] of Object.entries(CORRUPT)) {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [sessionKey(site), text] as const);
    await page.goto('/workspace');
    await expect(page, kind).toHaveURL('/login?next=%2Fworkspace');
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), sessionKey(site)), { message: kind }).toBeNull();
  }
  await logIn(page, person);
  await expect(page.getByRole('button', { name: 'Create board' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner')).toContainText(person.name);
});

test('the stored user appears and disappears with the session, and grants no access', async ({ page, site }) => {
  const forged = JSON.stringify({ id: 'x', email: 'admin@example.com', user_metadata: { name: 'Forged Admin' } });
  await page.addInitScript((user) => localStorage.setItem('user', user), forged);
  await page.goto('/account');
  await expect(page).toHaveURL('/login?next=%2Faccount');
  await expect(page.getByRole('banner')).not.toContainText('Forged Admin');

  const context = await page.context().browser()?.newContext({ baseURL: site.url });
  if (!context) throw new Error('There is no browser.');
  const other = await context.newPage();
  const person = await signInFirst(other, site);
  await other.goto('/account');
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue(person.name);
  expect(await other.evaluate(() => localStorage.getItem('user'))).toContain(person.email);
  await other.evaluate((user) => localStorage.setItem('user', user), forged);
  await other.reload();
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue(person.name);
  await logOut(other);
  await expect(other).toHaveURL(/\/login/);
  expect(await other.evaluate((key) => [localStorage.getItem('user'), localStorage.getItem(key)], sessionKey(site))).toEqual([null, null]);
  await context.close();
});
