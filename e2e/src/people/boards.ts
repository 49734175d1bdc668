import { expect, type Page } from '@playwright/test';

/** Creates a board for the signed-in person and stays on it. Returns its path. */
export async function openNewBoard(page: Page, name = 'Plans'): Promise<string> {
  await page.goto('/workspace');
  const field = page.getByLabel('Name of the board');
  // Without boards, the page has the form itself.
  const button = page.getByRole('main').getByRole('button', { name: 'New board' });
  await expect(field.or(button)).toBeVisible();
  if (await button.isVisible()) await button.click();
  await field.fill(name);
  await page.getByRole('button', { name: 'Create board' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Adds a note to the open board. */
export async function addNote(page: Page, title: string, body = ''): Promise<void> {
  // Narrow windows have a button that opens the form.
  if (!(await page.getByLabel('Title').isVisible())) await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Note', { exact: true }).fill(body);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  // A sheet stays in the document while it closes.
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Deletes a note of the open board with its menu. */
export async function deleteNote(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Note actions ${title}` }).click();
  await page.getByRole('menuitem', { name: `Delete ${title}` }).click();
}
