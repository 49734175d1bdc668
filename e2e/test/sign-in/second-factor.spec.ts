import { readFile } from 'node:fs/promises';
import { addNote, openNewBoard } from '../../src/people/boards.ts';
import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { newestCode, newestLink } from '../../src/people/inbox.ts';
import { expireSession, logIn, logOut, newAccount, newPhoneNumber, sessionKey } from '../../src/people/people.ts';
import { PersonApi } from '../../src/people/person-api.ts';
import { addApp, askRemoval, createAccountWithApp, giveCode, signInWithApp } from '../../src/people/second-factor.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';

const REFUSED = /^error: (?:Failed to load resource|Verification error: )/;

test('with an authenticator app, a log-in requires the code, and a wrong code is explained', async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  const { person, app } = await addApp(page, site);
  await logOut(page);
  await page.goto('/login?next=/account');
  await logIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await giveCode(page, app.wrongCode());
  await expect(page.getByRole('alert')).toContainText(/code/i);
  await giveCode(page, app.code());
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
});

test('without the code nothing is accessible: by deep link, Back, a second tab, a tampered storage or a raw request', async ({ page, site, context, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  const { person } = await signInWithApp(page, site);
  const board = await openNewBoard(page);
  await addNote(page, 'Behind the second factor');
  await logOut(page);
  await page.goto('/login');
  await logIn(page, person);
  const question = page.getByRole('heading', { level: 1, name: 'Enter your code' });
  await expect(question).toBeVisible();

  await page.goto('/workspace');
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/account');
  await expect(tab.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await tab.close();

  // Change the stored session so that it has no factors.
  const key = sessionKey(site);
  const token = await page.evaluate((name) => {
    const session: unknown = JSON.parse(localStorage.getItem(name) ?? '{}');
    if (typeof session !== 'object' || session === null || !('user' in session) || !('access_token' in session)) return '';
    Reflect.deleteProperty(session.user as object, 'factors');
    localStorage.setItem(name, JSON.stringify(session));
    return String(session.access_token);
  }, key);
  await page.goto(board);
  await expect(page.getByText('Behind the second factor')).toBeHidden();
  await expect(question).toBeVisible();

  const raw = await fetch(`${site.backend.apiUrl}/rest/v1/workspace_notes?select=title`, {
    headers: { apikey: site.backend.publishableKey, authorization: `Bearer ${token}` },
  });
  expect(await raw.json()).toEqual([]);
});

test('a person with a second factor resets the password after entering the code', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  const { person, app } = await createAccountWithApp(site);
  await page.goto('/reset-password');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.goto(await newestLink(site.backend.inboxUrl, person.email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await giveCode(page, app.code());
  await expect(page).toHaveURL('/update-password');
  await page.getByLabel('New password', { exact: true }).fill(`${person.password} renewed`);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeFocused();
});

test('a phone receives its code as a text message, works as a second factor beside an app, and can be removed', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  const phone = newPhoneNumber();
  const { app } = await signInWithApp(page, site);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add another method' }).click();
  await page.getByRole('button', { name: 'Add a phone' }).click();
  await page.getByLabel('Phone number', { exact: true }).fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await giveCode(page, await newestCode(site.backend.inboxUrl, phone));
  const item = page.getByRole('listitem').filter({ hasText: phone.slice(-4) });
  await expect(item).toBeVisible();
  await askRemoval(page, 'Phone');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  // The session had aal2 through the phone's code, so it needs the code of another factor now.
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByLabel('Code').fill(app.code());
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('list', { name: 'Two-step verification' }).getByText('Authenticator app')).toBeVisible();
  await expect(item).toBeHidden();
});

test('when a session ends during writing, the page asks for the password in place and loses nothing', async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  const { person, session } = await newAccount(site);
  await page.goto('/login');
  await logIn(page, person);
  await expect(page).toHaveURL('/workspace');
  await openNewBoard(page);
  await page.getByLabel('Title').fill('Half-written');
  await page.getByLabel('Note', { exact: true }).fill('What I have not saved yet');
  await new PersonApi(site, session).logOutEverywhere();
  await expireSession(page, site);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await expect(dialog).toBeVisible({ timeout: 20_000 });
  // Nothing else of the site competes with the question.
  await expect(page.getByRole('link', { name: 'Atrium', includeHidden: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create account', includeHidden: true })).toBeHidden();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await accessibilityProblems(page), `${width}`).toEqual([]);
    const box = await dialog.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width);
  }
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('What I have not saved yet');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('heading', { name: 'Half-written' })).toBeVisible();
});

test('a recovery code logs in without the app, once, and tells how many are left', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(REFUSED);
  await page.clock.install();
  const { person } = await addApp(page, site);
  await page.getByRole('button', { name: 'Create codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const [first = '', second = '', third = ''] = await dialog.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`${first}\n${second}\n`);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 are left')).toBeVisible();

  await logOut(page);
  await page.goto('/login?next=/account/security');
  await logIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();
  await expect(page.getByText('9 of 10 are left')).toBeVisible();

  // The app is lost, so a recovery code also confirms its removal, some time after the log-in.
  // A request under way would reach its time limit.
  await page.goto('/account/security', { waitUntil: 'networkidle' });
  await page.clock.fastForward('11:00');
  await askRemoval(page, 'Authenticator app');
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirmation.getByLabel('Password', { exact: true }).fill(person.password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await confirmation.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(confirmation.getByLabel('Recovery code')).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await confirmation.getByLabel('Recovery code').fill(third);
  await confirmation.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('8 of 10 are left')).toBeVisible();

  await logOut(page);
  await page.goto('/login?next=/account/security');
  await logIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong code, or one that was used before.')).toBeVisible();
  await page.getByLabel('Recovery code').fill(second);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
});
