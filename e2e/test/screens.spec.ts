import { createAccount, newPerson, signInBeforehand } from '../src/people.ts';
import { expect, test } from '../src/site-test.ts';
import { expectSound } from '../src/sound-screen.ts';

/** Path of each screen, and the heading and title that it has for a visitor and for a signed-in person; null where it leads elsewhere. */
const SCREENS: Readonly<Record<string, { signedOut: string | null; signedIn: string | null }>> = {
  '/': { signedOut: 'One place for your work', signedIn: 'Good to see you, Ada Lovelace' },
  '/register': { signedOut: 'Create account', signedIn: null },
  '/login': { signedOut: 'Log in', signedIn: null },
  '/reset-password': { signedOut: 'Reset your password', signedIn: 'Reset your password' },
  '/auth/confirm': { signedOut: 'There is no link here', signedIn: 'There is no link here' },
  '/auth/confirm?token_hash=abc&type=recovery': { signedOut: 'Reset your password', signedIn: 'Reset your password' },
  '/auth/confirm?token_hash=abc&type=signup': { signedOut: 'Confirm your email', signedIn: 'Confirm your email' },
  '/auth/confirm?error=access_denied&type=signup': { signedOut: 'This link no longer works', signedIn: 'This link no longer works' },
  '/update-password': { signedOut: null, signedIn: 'Choose a new password' },
  '/account': { signedOut: null, signedIn: 'Your account' },
  '/account/security': { signedOut: null, signedIn: 'Security' },
  '/account/delete': { signedOut: null, signedIn: 'Delete your account' },
  '/account/email': { signedOut: null, signedIn: 'Change your email' },
  '/workspace': { signedOut: null, signedIn: 'Workspace' },
  '/workspace/nothing': { signedOut: 'Page not found', signedIn: 'Page not found' },
  '/nothing/here': { signedOut: 'Page not found', signedIn: 'Page not found' },
};

for (const [path, { signedOut, signedIn }] of Object.entries(SCREENS)) {
  if (signedOut !== null) {
    test(`${path} is sound for visitors, narrow and wide, light and dark`, async ({ page }) => {
      await page.goto(path);
      await expectSound(page, signedOut);
    });
  }
  if (signedIn !== null) {
    test(`${path} is sound for signed-in people, narrow and wide, light and dark`, async ({ page, site }) => {
      await signInBeforehand(page, site);
      await page.goto(path);
      await expect(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
      await expectSound(page, signedIn);
    });
  }
}

test('a form with errors and a board with a note are sound as well', async ({ page, site }) => {
  await page.goto('/register');
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expectSound(page, 'Create account');
  await signInBeforehand(page, site);
  await page.goto('/workspace');
  await page.getByLabel('Title').fill('A title of some length that has to break somewhere');
  await page.getByLabel('Note', { exact: true }).fill(`${'word '.repeat(40)}\n${'unbreakable'.repeat(20)}`);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('button', { name: /^Edit/ })).toBeVisible();
  await expectSound(page, 'My notes');
  await page.getByRole('button', { name: /^Files/ }).click();
  await page.getByRole('button', { name: 'People' }).click();
  await expect(page.getByLabel('Email of the person')).toBeVisible();
  await expectSound(page, 'My notes');
  await page.getByRole('link', { name: 'All boards' }).click();
  await expect(page.getByRole('link', { name: 'My notes' })).toBeVisible();
  await expectSound(page, 'Workspace');
});

test('each navigation sets the title, moves the focus to the heading, and is announced', async ({ page, site }) => {
  await signInBeforehand(page, site);
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
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeFocused();
});

test('the whole way through log-in works with the keyboard alone', async ({ page, site }) => {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/');
  // Before the first render there is nothing that Tab could go to.
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
