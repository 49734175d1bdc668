import { newestCode } from '../../src/people/inbox.ts';
import { logIn, logOut, newPhoneNumber } from '../../src/people/people.ts';
import { createAccountWithApp, giveCode, signInWithApp } from '../../src/people/second-factor.ts';
import { PersonApi } from '../../src/people/person-api.ts';
import { expect, outageTest, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

const REFUSED = /^error: (?:Failed to load resource|(?:Verification|Enrolment|Challenge) error: )/;

outageTest('wrong codes are explained, then the service requires a pause, and the right code works after it', SOAK, async ({ page, own: site, consoleMessages }) => {
  outageTest.setTimeout(120_000);
  consoleMessages.allow(REFUSED);
  const { person, app, factor, session } = await createAccountWithApp(site);
  await page.goto('/login?next=/account');
  await logIn(page, person);
  const code = page.getByLabel('Code', { exact: true });
  const error = page.getByRole('main').getByRole('alert');
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  for (let tries = 1; tries <= 2; tries += 1) {
    await test.step(`wrong code ${String(tries)}`, async () => {
      const verified = page.waitForResponse((response) => response.url().endsWith('/verify'));
      await giveCode(page, app.wrongCode());
      await verified;
      await expect(error).toHaveText('Wrong or expired code. Enter the one that is shown now.');
      await expect(code).toBeFocused();
    });
  }
  // The limit counts requests from one IP address, so the test uses the rest of it up without the page.
  const api = new PersonApi(site, session);
  await expect.poll(() => api.verifyFactor(factor, app.wrongCode()).then(() => 'taken', String), { intervals: [0], timeout: 60_000 }).toContain('responded with 429');
  // Every few seconds the service lets one more request pass.
  await expect(async () => {
    await giveCode(page, app.wrongCode());
    await expect(error).toContainText(/Too many attempts.*Wait a little/, { timeout: 2_000 });
  }).toPass();
  await expect(code).toHaveValue(app.wrongCode());
  await expect(page.getByRole('button', { name: 'Verify' })).not.toHaveAttribute('aria-busy');

  // Like a pause of a few minutes: a restart clears the counts.
  await site.backend.stop();
  await site.backend.start();
  await giveCode(page, app.code());
  await expect(page).toHaveURL('/account');
});

test('a used code is refused with an explanation', async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  const { person, app } = await createAccountWithApp(site);
  const used = app.code();
  for (const expected of ['/account', '/login/verify?next=%2Faccount']) {
    if (expected !== '/account') await logOut(page);
    await page.goto('/login?next=/account');
    await logIn(page, person);
    await giveCode(page, used);
    await expect(page).toHaveURL(expected);
  }
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/Wrong or expired code/);
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(used);
  await giveCode(page, app.code());
  await expect(page).toHaveURL('/account');
});

test('an expired code is explained, a new one can be requested, and the form still works', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  await page.clock.install();
  await signInWithApp(page, site);
  await page.goto('/account/security');
  const phone = newPhoneNumber();
  await page.getByRole('button', { name: 'Add another method' }).click();
  await page.getByRole('button', { name: 'Add a phone' }).click();
  await page.getByLabel('Phone number', { exact: true }).fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  const first = await newestCode(site.backend.inboxUrl, phone);
  await page.route('**/auth/v1/factors/*/verify', (route) =>
    route.fulfill({
      status: 422,
      headers: { 'access-control-allow-origin': '*' },
      json: { code: 422, error_code: 'mfa_challenge_expired', msg: 'MFA challenge 1 has expired, verify against another challenge or create a new challenge.' },
    }),
  );
  await giveCode(page, first);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('This code is too old. Have another one sent, and enter that.');
  await page.unroute('**/auth/v1/factors/*/verify');
  const another = page.getByRole('button', { name: 'Send another code' });
  await expect(another).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(61_000);
  await expect(another).not.toHaveAttribute('aria-disabled');
  await giveCode(page, first);
  await expect(page.getByRole('listitem').filter({ hasText: phone.slice(-4) })).toBeVisible();
});

test('factors have the names that people choose, and a name that another tab has just used is explained', SOAK, async ({ page, site, context, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  await signInWithApp(page, site);
  await page.goto('/account/security');
  const other = await context.newPage();
  await other.goto('/account/security');
  await other.getByRole('button', { name: 'Add another method' }).click();

  await page.getByRole('button', { name: 'Add another method' }).click();
  await page.getByLabel('Name of the new device (optional)').fill('Work phone');
  await page.getByRole('button', { name: 'Add a phone' }).click();
  const phone = newPhoneNumber();
  await page.getByLabel('Phone number', { exact: true }).fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await giveCode(page, await newestCode(site.backend.inboxUrl, phone));
  await expect(page.getByRole('button', { name: 'More actions for Work phone' })).toBeVisible();

  await other.bringToFront();
  await other.getByLabel('Name of the new device (optional)').fill('Work phone');
  await other.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(other.getByRole('main').getByRole('alert')).toHaveText(/of this name already/);
  await expect(other.getByLabel('Name of the new device (optional)')).toBeFocused();
  await other.getByLabel('Name of the new device (optional)').fill('Tablet');
  await other.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(other.getByRole('img', { name: /QR code/ })).toBeVisible();
});
