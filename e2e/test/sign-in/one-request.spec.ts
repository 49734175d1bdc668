import type { Page, Route } from '@playwright/test';
import { openUserMenu, signInFirst } from '../../src/people/people.ts';
import { fillForm, SIGN_IN_FORMS } from '../../src/people/sign-in-forms.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { everyday } from '../../src/fixtures/soak-tag.ts';

/** Counts matching requests, and holds their responses back until they are released. */
async function holdBack(page: Page, kind: RegExp): Promise<{ count: () => number; letGo: () => void }> {
  let count = 0;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/auth/v1/**', async (route: Route) => {
    const request = route.request();
    if (kind.test(`${request.method()} ${request.url()}`)) {
      count += 1;
      await held;
    }
    await route.fallback();
  });
  return { count: () => count, letGo };
}

/** The actions of the sign-in state. */
const EVERYDAY = new Set(['/login', '/register']);

for (const [path, screen] of Object.entries(SIGN_IN_FORMS)) {
  test(`a double click, more clicks and a held Enter key on ${path} send one request`, everyday(EVERYDAY.has(path)), async ({ page, site }) => {
    const form = await screen.open(page, site);
    await fillForm(page, form);
    const { count, letGo } = await holdBack(page, screen.request);
    const submit = page.getByRole('main').getByRole('button', { name: screen.submit, exact: true });
    await submit.dblclick();
    // Without Playwright's wait for the button to be enabled, because people do not wait either.
    await submit.click({ clickCount: 5, force: true });
    const [field] = Object.keys(form.typed);
    if (field !== undefined) await page.getByLabel(field, { exact: true }).focus();
    // A held key repeats "down" without "up".
    for (let times = 0; times < 20; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(submit).toHaveAttribute('aria-busy', 'true');
    letGo();
    await form.done();
    expect(count()).toBe(1);
  });
}

test('a double click on “Log out” sends one request and does not navigate elsewhere', async ({ page, site }) => {
  await signInFirst(page, site);
  await page.goto('/account');
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  const { count, letGo } = await holdBack(page, /^POST .*\/auth\/v1\/logout/);
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Log out' }).dblclick();
  letGo();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/register');
  expect(count()).toBe(1);
});
