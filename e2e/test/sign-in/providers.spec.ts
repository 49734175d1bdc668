import { SOAK } from '../../src/fixtures/soak-tag.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { newPerson, signInFirst } from '../../src/people/people.ts';

test('a new person logs in with a provider, comes back to the page that was wanted, and a cancelled log-in is explained', async ({ page }) => {
  const { email, name } = newPerson();
  await page.goto('/login?next=/account');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('You cancelled this at the provider. Try again, or log in another way.');
  expect(page.url()).not.toMatch(/code|error|state/);
  await page.getByRole('link', { name: 'Back to the log-in' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('banner')).toContainText(name);
});

test('an account is linked and unlinked in the settings', SOAK, async ({ page, site }) => {
  await signInFirst(page, site);
  await page.goto('/account/sign-in');
  await page.getByRole('button', { name: 'Link Google' }).click();
  const { email } = newPerson();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/account/sign-in');
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Google');
  await page.getByRole('button', { name: 'More actions for Google' }).click();
  await page.getByRole('menuitem', { name: 'Unlink' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
});
