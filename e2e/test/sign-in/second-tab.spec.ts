import { addNote, openNewBoard } from '../../src/people/boards.ts';
import { newestLink } from '../../src/people/inbox.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { createAccount, logIn, logOut, newPerson, signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

test('another tab follows a log-in and a log-out, and stays on its page', async ({ page, site, context, consoleMessages }) => {
  // The auth service responds with 403 to a running request of the first tab when the other tab logs out.
  consoleMessages.allow(FAILED_REQUEST);
  const person = newPerson();
  await createAccount(site, person);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goto('/login');
  await logIn(page, person);
  await expect(page).toHaveURL('/workspace');
  await other.bringToFront();
  await expect(other.getByRole('banner')).toContainText(person.name);
  await expect(other).toHaveURL('/');

  await logOut(other);
  await page.bringToFront();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('banner')).not.toContainText(person.name);
});

test('a reset link that is opened in one tab does not navigate the other tab', async ({ page, site, context }) => {
  const person = await signInFirst(page, site);
  await page.goto('/workspace');
  await page.getByLabel('Name of the board').fill('Half a thought');
  const other = await context.newPage();
  await other.goto('/reset-password');
  await other.getByLabel('Email', { exact: true }).fill(person.email);
  await other.getByRole('button', { name: 'Send reset link' }).click();
  await other.goto(await newestLink(site.backend.inboxUrl, person.email));
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL('/update-password');
  await page.bringToFront();
  await expect(page).toHaveURL('/workspace');
  await expect(page.getByLabel('Name of the board')).toHaveValue('Half a thought');
});

test('two tabs of one person show the same notes, and one does not overwrite the other’s edit without asking', SOAK, async ({ page, site, context }) => {
  await signInFirst(page, site);
  const board = await openNewBoard(page);
  await addNote(page, 'Plan');
  const other = await context.newPage();
  await other.goto(board);
  // The tabs write before either of them has stored its text.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await other.route(/\/workspace_notes/, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.fallback();
  });
  await other.getByRole('button', { name: 'Edit Plan' }).click();
  await other.getByLabel('Note', { exact: true }).fill('from the second tab');
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.url().includes('/workspace_notes'));
  await page.getByRole('button', { name: 'Edit Plan' }).click();
  await page.getByLabel('Note', { exact: true }).fill('from the first tab');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('from the first tab')).toBeVisible();
  await stored;
  release();
  await expect(other.getByRole('group', { name: 'The other text' })).toContainText('from the first tab');
  await expect(other.getByLabel('Note', { exact: true })).toHaveValue('from the second tab');
  await other.getByRole('button', { name: 'Keep both' }).click();
  await other.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('from the second tab')).toBeVisible();
});
