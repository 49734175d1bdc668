import type { Locator, Page } from '@playwright/test';
import { layoutProblems } from '../../src/checks/layout-problems.ts';
import { expect } from '../../src/fixtures/site-test.ts';
import { teamTest, type TeamSite } from '../../src/fixtures/team-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';
import { signInFirst } from '../../src/people/people.ts';
import { signInWithApp } from '../../src/people/second-factor.ts';
import { exchange, publishChanged } from '../../src/releases/changed-release.ts';

teamTest.describe.configure({ timeout: 90_000 });

const PALETTE_KEY = process.platform === 'darwin' ? 'Meta+k' : 'Control+k';

const OLDER = 'A board holds notes and files. Only people you invite can see it.';
const NEWER = 'The newer release says hello.';

function inspector(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Inspector' });
}

/** Opens a page and waits until its tab listens for the key of the palette. */
async function openPage(page: Page, path: string): Promise<void> {
  const contributions = page.waitForResponse('**/__atrium/contributions');
  await page.goto(path);
  await contributions;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens the palette and waits until it has asked whether the user belongs to the platform team. */
async function openPalette(page: Page): Promise<void> {
  const response = page.waitForResponse('**/__atrium/releases/member');
  await page.keyboard.press(PALETTE_KEY);
  await response;
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
}

/** Signs in a member of the platform team, and opens the inspector on a page. */
async function inspect(page: Page, teams: TeamSite, path: string): Promise<void> {
  await signInWithApp(page, teams, teams.platformPerson());
  await openPage(page, path);
  await openPalette(page);
  await page.keyboard.type('inspect');
  await page.getByRole('option', { name: 'Inspect this page' }).click();
  await expect(inspector(page).getByRole('heading', { name: 'Inspector' })).toBeFocused();
}

teamTest('a member of the platform team sees the parts of a page, and outlines them', async ({ page, teams }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await signInWithApp(page, teams, teams.platformPerson());
  await openPage(page, '/account');
  await openPalette(page);
  expect(files.filter((file) => file.includes('inspector'))).toEqual([]);
  await page.keyboard.type('inspect');
  await page.getByRole('option', { name: 'Inspect this page' }).click();

  const rows = inspector(page).getByRole('button', { expanded: false });
  await expect(rows).toHaveText([/^Your account.*account/, /^Boards.*workspace/, /^Your boards.*workspace/, /^Sign-in.*auth/, /^Frame of the site.*shell/]);
  for (const row of await rows.all()) await expect(row).toHaveText(/[a-z2-7]{8}[\d.,]+ ms0/);
  await rows.nth(2).hover();
  const outline = page.locator('.inspector-outline');
  await expect(outline).toHaveText(/Your boards/);
  const extension = page.locator('main .shell-extension [data-atrium-module=workspace]');
  await extension.scrollIntoViewIfNeeded();
  await expect.poll(async () => {
    const [one, other] = [await outline.boundingBox(), await extension.boundingBox()];
    return one && other ? Math.abs(one.x - other.x) + Math.abs(one.width - other.width) : null;
  }).toBeLessThan(1);
  await inspector(page).getByRole('button', { name: 'Outline all parts' }).click();
  await expect(page.locator('.inspector-outline:visible')).not.toHaveCount(1);
  // An outline takes no click that is meant for the page.
  await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
  await expect(page).toHaveURL('/');
  await expect(rows.nth(1)).toHaveText(/^Recent boards/);
});

teamTest('a member replaces a module in this tab by another stored release, and goes back', SOAK, async ({ page, teams }) => {
  const older = await publishChanged(teams.releases, 'workspace', exchange(OLDER, `${OLDER} `));
  await publishChanged(teams.releases, 'workspace', exchange(OLDER, NEWER));
  await inspect(page, teams, '/workspace');
  await expect(page.getByText(NEWER)).toBeVisible();
  await inspector(page).getByRole('button', { name: /^Workspace/ }).click();
  await inspector(page).getByRole('radio', { name: /Previous/ }).click();

  // The browser asks about the name that was not saved, and the user stays.
  await page.getByLabel('Name of the board').fill('Not saved');
  const dismissed = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  // The click can wait for the navigation, which waits for the dialog.
  await Promise.all([dismissed, inspector(page).getByRole('button', { name: 'Replace in this tab' }).click()]);
  await expect(inspector(page).getByRole('button', { name: 'Replace in this tab' })).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.getByLabel('Name of the board')).toHaveValue('Not saved');
  await page.getByLabel('Name of the board').fill('');

  await inspector(page).getByRole('button', { name: 'Replace in this tab' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`Preview of Workspace, release ${older}, by team platform`);
  await expect(page.getByText(OLDER)).toBeVisible();
  await expect(page.getByText(NEWER)).toBeHidden();
  await expect(inspector(page)).toContainText(`Workspace: release ${older}, in this tab until`);
  await expect(inspector(page).getByRole('button', { name: /^Workspace/ })).toContainText(older.slice(0, 8));

  await inspector(page).getByRole('button', { name: 'Go back to the live release' }).click();
  await expect(page.getByText(NEWER)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toBeHidden();
  expect(page.url()).toBe(`${teams.url}/workspace`);
});

teamTest('a user without permission has no command', SOAK, async ({ page, browser, teams }) => {
  await signInWithApp(page, teams);
  await openPage(page, '/workspace');
  await openPalette(page);
  await page.keyboard.type('inspect');
  await expect(page.getByRole('option', { name: 'Inspect this page' })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: teams.url });
  const other = await context.newPage();
  await signInFirst(other, teams);
  const requests: string[] = [];
  other.on('request', (request) => requests.push(request.url()));
  await openPage(other, '/workspace');
  await other.keyboard.press(PALETTE_KEY);
  await expect(other.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await expect(other.getByRole('option', { name: 'Inspect this page' })).toHaveCount(0);
  expect(requests.filter((address) => address.includes('/__atrium/releases/'))).toEqual([]);
  await context.close();
});

// The screen matrix checks its accessibility.
teamTest('covers nothing of the page, beside it and below it', async ({ page, teams }) => {
  await inspect(page, teams, '/account');
  await inspector(page).getByRole('button', { name: /^Your account/ }).click();
  await expect(inspector(page).getByText('None in this tab')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => layoutProblems(page), { message: 'layout at 1024' }).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const panel = await inspector(page).boundingBox();
  expect(panel).toMatchObject({ x: 0, width: 390 });
  // The end of the page can be scrolled above the sheet.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = await page.getByRole('main').getByRole('heading', { name: 'Your boards' }).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + 1);
});
