import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { fillRegistration, logIn, newPerson } from '../../src/people/people.ts';
import { createAccountWithApp } from '../../src/people/second-factor.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';

test('the password meter appears with the first letter and shows the strength of the password', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const meter = () => loaded.filter((address) => address.includes('/password-strength.'));
  await page.goto('/register');
  const field = page.getByLabel('Password', { exact: true });
  await field.focus();
  expect(meter()).toEqual([]);
  await field.pressSequentially('password1');
  await expect(page.getByText(/^Very weak\. It is much like a password/)).toBeVisible();
  expect(meter()).toHaveLength(1);
  await field.fill('gannet plinth oxbow tureen');
  await expect(page.getByText(/^Strong/)).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('registration works without the code of the meter', async ({ page, consoleMessages }) => {
  consoleMessages.allow(/net::ERR_FAILED|Failed to load resource/);
  await page.route(/\/password-strength\./, (route) => route.abort());
  await page.goto('/register');
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/password-strength.'));
  await fillRegistration(page, newPerson());
  await refused;
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeVisible();
});

test('a reload shows the rest of the pause between two mails', async ({ page }) => {
  await page.goto('/reset-password');
  await page.getByLabel('Email', { exact: true }).fill(newPerson().email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('button', { name: 'Send the email again' })).toContainText(/\(\d+ s\)/);
  await page.reload();
  await expect(page.getByText(/You can try again in \d+ s/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send reset link' })).toHaveAttribute('aria-disabled', 'true');
});

test('pasting a message enters its code, which submits itself', async ({ page, site, context }) => {
  const { person, app } = await createAccountWithApp(site);
  await page.goto('/login?next=/account');
  await logIn(page, person);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = app.code();
  await page.evaluate((text) => navigator.clipboard.writeText(text), `Your code is ${code.slice(0, 3)} ${code.slice(3)}. Do not share it.`);
  await page.getByLabel('Code', { exact: true }).press('ControlOrMeta+v');
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code);
  await expect(page).toHaveURL('/account');
});
