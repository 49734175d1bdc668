import { createAccount, newPerson, signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';

test('each navigation sets the title, moves the focus to the heading, and is announced', async ({ page, site }) => {
  await signInFirst(page, site);
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Workspace', 'Your account']) {
    await menu.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await expect(page).toHaveTitle(`${name} · Atrium`);
    await expect(page.locator('[aria-live=polite]').filter({ hasText: name })).toHaveCount(1);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeFocused();
  await menu.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Sign-in' }).click();
  await page.getByRole('link', { name: 'Change your password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeFocused();
});

test('the whole way through log-in works with the keyboard alone', async ({ page, site }) => {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/');
  // Before the first render, there is nothing to focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeFocused();
});
