import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { PersonApi } from '../../src/people/person-api.ts';
import { giveSession, newAccount } from '../../src/people/people.ts';
import type { Site } from '../../src/site/site.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

const PALETTE_KEY = process.platform === 'darwin' ? 'Meta+k' : 'Control+k';

/** Signs in a person with two boards. The second one has a note. Returns the boards' paths. */
async function signInWithBoards(page: Page, site: Site): Promise<{ readonly plans: string; readonly garden: string }> {
  const { session } = await newAccount(site);
  const api = new PersonApi(site, session);
  const plans = await api.addBoard('Plans');
  const garden = await api.addBoard('Garden');
  await api.addNote(garden, 'Buy tulips', 'Red and white ones');
  await giveSession(page, site, JSON.stringify(session));
  return { plans: `/workspace/${plans}`, garden: `/workspace/${garden}` };
}

/** Opens a page and waits until the tab knows the commands. */
async function open(page: Page, path: string): Promise<void> {
  const contributions = page.waitForResponse('**/__atrium/contributions');
  await page.goto(path);
  await contributions;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' });

test('finds a note on another board by keyboard, and opens it', async ({ page, site }) => {
  const { plans, garden } = await signInWithBoards(page, site);
  await open(page, plans);
  // From a text field too.
  await page.getByLabel('Title').focus();
  await page.keyboard.press(PALETTE_KEY);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('tulip');
  await expect(page.getByRole('group', { name: 'Notes' }).getByRole('option', { name: /Buy tulips/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${garden}?q=tulip`);
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeFocused();
  await expect(page.getByRole('heading', { level: 2, name: 'Buy tulips' })).toBeVisible();
  await page.keyboard.press(PALETTE_KEY);
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['PlansWorkspace']);
});

test('does not list a page whose sign-in could not be checked as a recent page', async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /Failed to initialize Supabase/);
  await signInWithBoards(page, site);
  await page.route('**/api/supabase-credentials', (route) => route.abort());
  await open(page, '/workspace');
  await expect(page.getByRole('heading', { level: 1, name: 'Your sign-in could not be checked' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shared boards for notes that matter' })).toBeFocused();
  await page.keyboard.press(PALETTE_KEY);
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Recent' })).toBeHidden();
});

test('runs commands by the palette and by their shortcuts, and returns the focus', async ({ page, site }) => {
  const { plans, garden } = await signInWithBoards(page, site);
  await open(page, plans);
  await expect(page.getByLabel('Title')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('c');
  await expect(page.getByLabel('Title')).toHaveValue('c');
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await button.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL('/workspace');
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('group', { name: 'Shortcuts on this page' }).getByRole('option')).toHaveText(['Search this page/']);
  await expect(page.getByRole('group', { name: 'Shortcuts on every page' }).getByRole('option')).toHaveText(['WorkspaceG then B']);
  await page.keyboard.type('new bo');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name of the board')).toBeFocused();
  await open(page, garden);
  await expect(page.getByRole('heading', { level: 2, name: 'Buy tulips' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: 'Edit Buy tulips' })).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByLabel('Title').and(page.locator('textarea'))).toHaveValue('Buy tulips');
});

test('a provider that does not respond disturbs nothing else', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(/^warning: The search boards of the page module workspace took too long/);
  const { plans } = await signInWithBoards(page, site);
  await open(page, plans);
  await page.route(/\/rest\/v1\/workspace_boards\?select=id%2Cname%2Ctint&/, () => undefined);
  await page.keyboard.press(PALETTE_KEY);
  await field(page).fill('tulips');
  await expect(page.getByRole('option', { name: /Buy tulips/ })).toBeVisible();
  await expect(page.getByText('Boards could not be searched.')).toBeVisible();
  await expect(page.getByRole('option', { name: /Buy tulips/ })).toBeVisible();
});

for (const [locale, colorScheme] of [['en', 'light'], ['ar', 'dark']] as const) {
  test(`is accessible on a phone in the ${colorScheme} theme, in the language ${locale}`, SOAK, async ({ browser, site }) => {
    const context = await browser.newContext({ baseURL: site.url, colorScheme, locale, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const { plans } = await signInWithBoards(page, site);
    await open(page, plans);
    await page.getByRole('banner').getByRole('button', { name: locale === 'ar' ? 'بحث' : 'Search' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('option').first()).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('combobox').fill('tulip');
    await expect(dialog.getByRole('option', { name: /Buy tulips/ })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('option', { name: /Buy tulips/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
    await context.close();
  });
}
