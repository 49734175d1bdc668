import type { Page } from '@playwright/test';
import { addNote, openNewBoard } from '../../src/people/boards.ts';
import { PersonApi } from '../../src/people/person-api.ts';
import { giveSession, newAccount, signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** The files of the primitives that the tab requested. */
function watchPrimitives(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, file] = /\/(primitives\.[^/]+)$/.exec(new URL(request.url()).pathname) ?? [];
    if (file !== undefined) asked.push(file.replace(/\.\w+\./, '.'));
  });
  return asked;
}

test('dialogs and menus are fetched once, with their styles, when the user is about to open one', async ({ page, site }) => {
  const asked = watchPrimitives(page);
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  // The form can be there before the code that listens for the keys.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await signInFirst(page, site);
  await openNewBoard(page, 'Choir');
  await addNote(page, 'Songs');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Edit board' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  expect(asked.sort()).toEqual(['primitives.css', 'primitives.js']);
});

test('a menu whose code does not arrive says so, and opens at a retry once the network is back', async ({ page, site, consoleMessages }) => {
  await signInFirst(page, site);
  await openNewBoard(page, 'Choir');
  await addNote(page, 'Songs');
  const code = /\/primitives\.[^/]+\.js$/;
  consoleMessages.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.route(code, (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Note actions Songs' }).click();
  await expect(page.getByRole('alert')).toContainText('Check your connection');
  await expect(page.getByRole('heading', { name: 'Songs' })).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Note actions Songs' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit Songs' })).toBeVisible();
});

test('a note is deleted by keyboard alone', SOAK, async ({ page, site }) => {
  await signInFirst(page, site);
  await openNewBoard(page, 'Choir');
  await addNote(page, 'Songs');
  await page.getByRole('button', { name: 'Note actions Songs' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Delete Songs' })).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByRole('menuitem', { name: 'Edit Songs' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Songs' })).toBeHidden();
});

test('a board is renamed and deleted by keyboard alone', SOAK, async ({ page, site }) => {
  await signInFirst(page, site);
  await openNewBoard(page, 'Choir');
  const more = page.getByRole('button', { name: 'More' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit board' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name of the board')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Band');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Band' })).toBeVisible();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete board' }).press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Delete “Band”?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('main').getByRole('link', { name: 'Band' })).toBeVisible();
});

test.describe('where text runs from right to left', () => {
  test.use({ locale: 'ar' });

  test('a menu opens at the side where its button ends', async ({ page, site }) => {
    const { session } = await newAccount(site);
    await giveSession(page, site, JSON.stringify(session));
    await page.goto(`/workspace/${await new PersonApi(site, session).addBoard('ماء')}`);
    const more = page.getByRole('button', { name: 'المزيد' });
    await more.click();
    const menu = page.getByRole('dialog', { name: 'المزيد' });
    await expect(menu.getByRole('button', { name: 'حذف اللوحة' })).toBeVisible();
    const [button, popup] = [await more.boundingBox(), await menu.boundingBox()];
    expect(Math.round(popup?.x ?? 0)).toBe(Math.round(button?.x ?? -1));
  });
});
