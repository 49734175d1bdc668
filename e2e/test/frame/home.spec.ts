import type { Page } from '@playwright/test';
import { shiftsOf, watchShifts } from '../../src/checks/layout-shifts.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { openNewBoard } from '../../src/people/boards.ts';
import { logIn, signInFirst } from '../../src/people/people.ts';

const GREETING = 'Good to see you, Ada';

const card = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 2, name, exact: true });
const row = (page: Page, name: string) => page.getByRole('group', { name });

test('shows the cards of the modules, and a hidden card stays hidden after a reload and on another device', async ({ page, site, browser }) => {
  const person = await signInFirst(page, site);
  await openNewBoard(page, 'Spring launch');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: GREETING })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Spring launch' })).toBeVisible();
  await expect(card(page, 'Protect your account')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight), 'a page that fits the window does not scroll').toBe(0);

  await page.getByRole('button', { name: 'Edit cards' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/auth/v1/user'));
  await row(page, 'Protect your account').getByRole('switch', { name: 'Show' }).uncheck();
  await expect(card(page, 'Protect your account')).toHaveCount(0);
  expect((await saved).ok()).toBe(true);

  await page.reload();
  await expect(card(page, 'Recent boards')).toBeVisible();
  await expect(card(page, 'Protect your account')).toHaveCount(0);

  const elsewhere = await browser.newContext({ baseURL: site.url });
  const device = await elsewhere.newPage();
  await device.goto('/login?next=/');
  await logIn(device, person);
  await expect(card(device, 'Recent boards')).toBeVisible();
  await expect(card(device, 'Protect your account')).toHaveCount(0);
  await device.getByRole('button', { name: 'Edit cards' }).click();
  await device.getByRole('button', { name: 'Reset' }).click();
  await expect(card(device, 'Protect your account')).toBeVisible();
  await elsewhere.close();
});

test('moves cards by keyboard', async ({ page, site }) => {
  await signInFirst(page, site);
  await page.goto('/');
  await expect(card(page, 'Protect your account')).toBeVisible();
  await page.getByRole('button', { name: 'Edit cards' }).press('Enter');
  const up = row(page, 'Recently edited by others').getByRole('button', { name: 'Move up' });
  await up.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Recently edited by others: position 1 of 3' })).toBeAttached();
  await expect(up).toBeFocused();
  await page.reload();
  await expect(card(page, 'Recent boards')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Recently edited by others', 'Recent boards', 'Protect your account']);
});

for (const width of [390, 1440]) {
  test(`does not shift its layout while its cards load, at ${String(width)} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInFirst(page, site);
    await watchShifts(page);
    for (const visit of ['first', 'second']) {
      await page.goto('/');
      await expect(card(page, 'Protect your account')).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page), `${visit} visit`).toEqual([]);
    }
  });
}
