import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { withPasskeyDevice } from '../../src/people/passkeys.ts';
import { signInFirst } from '../../src/people/people.ts';

test('a passkey is added, named, suggested by the email field and removed, and then no longer logs in', async ({ page, site, consoleMessages }) => {
  await signInFirst(page, site);
  await withPasskeyDevice(page, async (device) => {
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const passkey = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').filter({ hasText: 'not used yet' });
    await expect(passkey).toBeVisible();
    expect(await device.count()).toBe(1);

    await page.getByRole('button', { name: 'More actions for Passkey' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Laptop');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(passkey).toContainText('Laptop');

    await page.evaluate(() => localStorage.clear());
    await page.goto('/login?next=/account/security');
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').filter({ hasText: 'last used' })).toContainText('Laptop');

    consoleMessages.allow(FAILED_REQUEST, /Login error:/);
    await page.getByRole('button', { name: 'More actions for Laptop' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').filter({ hasText: 'Laptop' })).toHaveCount(0);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await expect(page.getByRole('alert')).toHaveText('This passkey belongs to no account here. Perhaps it was removed. Log in another way.');
  });
});

test('the button logs in with a passkey, whatever is typed', async ({ page, site }) => {
  await signInFirst(page, site);
  await withPasskeyDevice(page, async (device) => {
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
    await page.evaluate(() => localStorage.clear());
    await device.confirms(false);
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill('typed@example.com');
    await device.isSuggested();
    await device.confirms(true);
    await expect(page).toHaveURL('/login');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL('/workspace');
  });
});

test('the button is not on the page of a project without passkeys', async ({ page }) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Use a passkey' });
  await expect(button).toBeVisible();
  await page.evaluate(() => document.documentElement.removeAttribute('data-sign-in'));
  await expect(button).toBeHidden();
});
