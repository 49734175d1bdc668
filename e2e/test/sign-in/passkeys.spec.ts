import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { addPasskeyDevice } from '../../src/people/passkeys.ts';
import { signInFirst } from '../../src/people/people.ts';

test('a passkey is added, suggested by the email field, named and removed, and then no longer logs in', async ({ page, site, consoleMessages }) => {
  await signInFirst(page, site);
  const device = await addPasskeyDevice(page);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const passkey = page.getByRole('listitem').filter({ hasText: 'not used yet' });
  await expect(passkey).toBeVisible();
  expect(await device.count()).toBe(1);

  await page.getByRole('button', { name: 'More actions for Passkey' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(passkey).toContainText('Laptop');

  await test.step('the email field suggests it: the authenticator of tests accepts at once', async () => {
    await logOut();
    await page.goto('/login?next=/account/security');
    await expect(page.getByRole('listitem').filter({ hasText: 'last used' })).toContainText('Laptop');
  });

  await test.step('a removed one is refused', async () => {
    consoleMessages.allow(FAILED_REQUEST, /Login error:/);
    await page.getByRole('button', { name: 'More actions for Laptop' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Yes, remove' }).click();
    await expect(page.getByRole('listitem')).toHaveCount(0);
    await logOut();
    await page.goto('/login');
    await expect(page.getByRole('alert')).toHaveText('This passkey belongs to no account here. Perhaps it was removed. Log in another way.');
  });

  async function logOut(): Promise<void> {
    await page.evaluate(() => localStorage.clear());
  }
});
