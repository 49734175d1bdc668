import type { Page } from '@playwright/test';
import { Authenticator } from './authenticator.ts';
import { createAccount, logIn, newPerson, type Person } from './people.ts';
import type { RunningSite } from './running-site.ts';
import { expect } from './site-test.ts';

/**
 * Logs a new person in and sets an authenticator app up on the security page.
 * @param look is called while the QR code is on screen.
 */
export async function addApp(
  page: Page,
  site: RunningSite,
  look?: () => Promise<void>,
  person = newPerson(),
): Promise<{ person: Person; app: Authenticator }> {
  await createAccount(site, person);
  await page.goto('/login?next=/account/security');
  await logIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveAttribute('src', /^data:image\/svg\+xml/);
  await look?.();
  const secret = await page.getByRole('main').locator('code').innerText();
  const app = new Authenticator(secret);
  await giveCode(page, app.code());
  await expect(page.getByRole('listitem').filter({ hasText: 'Authenticator app' })).toBeVisible();
  return { person, app };
}

/** Types a code and sends it. Digit by digit: one that is filled in as a whole is sent at once. */
export async function giveCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Code', { exact: true });
  await field.fill('');
  await field.pressSequentially(code);
  await page.getByRole('button', { name: 'Verify' }).click();
}
