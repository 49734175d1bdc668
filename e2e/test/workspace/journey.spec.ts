import { deleteNote, openNewBoard } from '../../src/people/boards.ts';
import { newestLink } from '../../src/people/inbox.ts';
import { fillRegistration, logIn, logOut, newPerson, signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';

test('registers, logs out and in, resets the password by mail, and logs in with the new one', async ({ page, site }) => {
  const person = newPerson();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, person);
  await expect(page).toHaveURL('/workspace');
  await expect(page.getByRole('banner')).toContainText(person.name);
  await expect(page.getByRole('heading', { name: 'Workspace', level: 1 })).toBeVisible();

  await logOut(page);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await logIn(page, person);
  await expect(page.getByRole('banner')).toContainText(person.name);

  await logOut(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('status').filter({ hasText: person.email })).toBeVisible();
  const link = await newestLink(site.backend.inboxUrl, person.email);

  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/update-password');
  const renewed = { ...person, password: `${person.password} renewed` };
  await page.getByLabel('New password', { exact: true }).fill(renewed.password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeFocused();

  await logOut(page);
  await page.goto('/login');
  await logIn(page, renewed);
  await expect(page).toHaveURL('/workspace');
  await expect(page.getByRole('banner')).toContainText(person.name);
});

test('writes, changes and deletes a note, which survives a reload and is invisible to other accounts', async ({ page, site, browser }) => {
  await signInFirst(page, site);
  await openNewBoard(page);
  await page.getByLabel('Title').hover();
  await expect(page.getByLabel('Title'), 'only the form around the field has a line').toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  await page.getByLabel('Title').fill('Groceries');
  await page.getByLabel('Note', { exact: true }).fill('Bread and tea');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('heading', { name: 'Groceries' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Bread and tea')).toBeVisible();

  const other = await browser.newContext({ baseURL: site.url });
  const stranger = await other.newPage();
  await signInFirst(stranger, site);
  await stranger.goto('/workspace');
  await expect(stranger.getByRole('heading', { name: 'Create your first board' })).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Edit Groceries' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Bread, tea and jam');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Bread, tea and jam')).toBeVisible();
  // It disappears from the screen before the response arrives, and a reload would not wait for that.
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await deleteNote(page, 'Groceries');
  await deleted;
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Bread, tea and jam')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Bread, tea and jam')).toBeVisible();
  const deletedAgain = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await deleteNote(page, 'Groceries');
  await deletedAgain;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
});
