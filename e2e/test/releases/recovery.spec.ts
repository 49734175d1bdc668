import type { Page } from '@playwright/test';
import { openNewBoard } from '../../src/people/boards.ts';
import { exchange, publishChanged } from '../../src/releases/changed-release.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { signInFirst } from '../../src/people/people.ts';
import { forgetPrevious } from '../../src/releases/release-folder.ts';
import { controlTime, checkForReleases } from '../../src/releases/release-polling.ts';
import type { RunningSite } from '../../src/site/site.ts';
import { damageTest, expect, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** A text at the end of the list of boards. */
const TEXT = 'Deleted boards';
const FIXED = 'Say it again';

/** Makes the list of boards throw when the test demands it. */
const THROWING = exchange(`deletedBoards:"${TEXT}"`, `get deletedBoards(){if(globalThis.fault)throw new Error("fault");return"${TEXT}"}`);

/** Opens a board of a workspace without a previous release, whose pages can be made to throw. */
async function openFragileBoard(page: Page, damaged: RunningSite): Promise<void> {
  await signInFirst(page, damaged);
  await forgetPrevious(damaged.releases, () => publishChanged(damaged.releases, 'workspace', THROWING));
  await openNewBoard(page);
}

/** Types a title without saving it, and goes to a page that throws. */
async function goFromTextToFault(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('Ink');
  await page.evaluate(() => void Reflect.set(globalThis, 'fault', true));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspace' }).click();
}

async function expectTextInFixedRelease(page: Page): Promise<void> {
  await expect(page.getByText(FIXED)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Plans' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Ink');
}

damageTest('the retry of an error card loads a fixed release, although the failed one has unsaved text', SOAK, async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(/page module workspace is not available/, /fault/);
  await openFragileBoard(page, damaged);
  // Only the board is expected to work from here on.
  await page.reload();
  await goFromTextToFault(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace did not load' })).toBeFocused();
  await publishChanged(damaged.releases, 'workspace', exchange(TEXT, FIXED));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectTextInFixedRelease(page);
});

damageTest('a fixed release replaces an error card automatically, although the failed one has unsaved text', SOAK, async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(/page module workspace is not available/, /fault/);
  await controlTime(page);
  await openFragileBoard(page, damaged);
  await goFromTextToFault(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong on this page' })).toBeFocused();
  await publishChanged(damaged.releases, 'workspace', exchange(TEXT, FIXED));
  await checkForReleases(page);
  await expectTextInFixedRelease(page);
});

test('the error card of a page that was opened offline disappears when the browser is back online', async ({ page, consoleMessages }) => {
  // The workspace starts in every tab, and may still be loading.
  consoleMessages.allow(FAILED_REQUEST, /page module (?:account|workspace) is not available/);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Preferences' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /did not load/ })).toBeFocused();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeFocused();
});

test('a tab whose Supabase project has moved offers a reload, and works after it', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /WebSocket/);
  await signInFirst(page, site);
  await page.goto('/workspace');
  await page.getByLabel('Name of the board').fill('Plans');
  const { host } = new URL(site.backend.apiUrl);
  const credentials = { supabaseUrl: `http://moved.${host}`, supabaseKey: site.backend.publishableKey };
  await page.route(`${site.backend.apiUrl}/rest/**`, (route) => route.abort());
  await page.route('**/api/supabase-credentials', (route) => route.fulfill({ json: credentials }));
  // The tab asks for new credentials after three failures in a row. A response to an earlier request may arrive between them.
  await expect(async () => {
    await page.getByRole('button', { name: 'Create board' }).click();
    await expect(page.getByText('This site’s connection to its data has changed. Reload to continue.')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Create your first board' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeHidden();
});
