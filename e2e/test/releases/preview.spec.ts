import type { Page } from '@playwright/test';
import { signPreview } from '@atrium/releases/preview';
import { exchange, publishBuild } from '../../src/releases/changed-release.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { createAccount, logIn, newPerson, signInFirst } from '../../src/people/people.ts';
import { controlTime, checkForReleases } from '../../src/releases/release-polling.ts';
import { expect } from '../../src/fixtures/site-test.ts';
import { expectNoDefects } from '../../src/checks/screen-defects.ts';
import { changedBuild } from '../../src/teams/team-folder.ts';
import type { Team } from '../../src/teams/team.ts';
import { teamTest, type TeamSite } from '../../src/fixtures/team-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

teamTest.describe.configure({ timeout: 90_000 });

const FIRST = 'The first edition';
const SECOND = 'The second edition';

function banner(page: Page) {
  return page.getByRole('region', { name: 'Preview' });
}

/** Stores the build in a folder, and returns the preview link that its team creates. */
async function previewOf(team: Team, folder: string, ...options: readonly string[]): Promise<{ link: string; release: string }> {
  const output = await team.do(folder, 'preview', ...options);
  const [, release, link] = /^Until [^\n]*, signed-in users can preview [a-z]+ ([a-z2-7]{16}) with this link:\n(http\S+)$/m.exec(output) ?? [];
  if (release === undefined || link === undefined) throw new Error(`No link was made: ${output}`);
  return { link, release };
}

/** Opens a link as a signed-in person and confirms it. */
async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Show the preview' }).click();
  await expect(banner(page).getByRole('button', { name: 'End preview' })).toBeVisible();
}

async function expectEdition(page: Page, edition: string): Promise<void> {
  await expect(page.getByText(edition, { exact: true })).toBeVisible();
}

/** Makes the first edition live, stores the second, and signs a person in. */
async function withPreview(page: Page, teams: TeamSite): Promise<{ link: string; release: string }> {
  await publishBuild(teams.releases, teams.built.ordersFirst);
  await signInFirst(page, teams);
  return previewOf(teams.orders, teams.built.ordersSecond);
}

teamTest('a person with a link signs in, confirms, and sees the preview in that tab until they end it', async ({ page, teams }) => {
  const { orders, built } = teams;
  const person = newPerson();
  await createAccount(teams, person);
  await publishBuild(teams.releases, built.ordersFirst);
  const { link, release } = await previewOf(orders, built.ordersSecond);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await page.goto(link);
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(page.url()).not.toContain('v1.');
  await logIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Preview' })).toBeVisible();
  await expect(page.getByText(release)).toBeVisible();
  expect(page.url()).toBe(`${teams.url}/__atrium/preview`);
  await page.getByRole('button', { name: 'Show the preview' }).click();

  await expectEdition(page, SECOND);
  await expect(banner(page)).toContainText(`Preview of Orders, release ${release}, by team orders, until `);
  expect(page.url()).toBe(`${teams.url}/orders`);
  await page.reload();
  await expectEdition(page, SECOND);
  await expect(banner(page)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await expectEdition(page, SECOND);

  const other = await page.context().newPage();
  await other.goto('/orders');
  await expectEdition(other, FIRST);
  await expect(banner(other)).toBeHidden();
  await other.close();

  await banner(page).getByRole('button', { name: 'End preview' }).click();
  await expectEdition(page, FIRST);
  await expect(banner(page)).toBeHidden();
  expect(page.url()).toBe(`${teams.url}/orders`);
  await page.reload();
  await expectEdition(page, FIRST);
  const signed = new URL(link).hash.slice(1);
  expect(asked.filter((address) => address.includes(signed.slice(0, 20)))).toEqual([]);
  expect(teams.log()).not.toContain(signed);
});

teamTest('the address of a preview shows nothing to other people', SOAK, async ({ page, browser, teams }) => {
  const { link } = await withPreview(page, teams);
  const addresses: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && addresses.push(request.url()));
  await confirm(page, link);
  const [address = ''] = addresses.filter((one) => one.includes('atrium-preview='));
  expect(address).toMatch(/\/orders\?atrium-preview=[\w-]{22}$/);
  const stranger = await browser.newContext();
  const theirs = await stranger.newPage();
  await theirs.goto(address);
  await expectEdition(theirs, FIRST);
  await expect(banner(theirs)).toHaveText(/The preview has ended\. This is the live site\./);
  expect(theirs.url()).toBe(`${teams.url}/orders`);
  await theirs.reload();
  await expect(banner(theirs)).toBeHidden();
  await stranger.close();
});

teamTest('a link that was altered, has expired or names a missing release is refused with advice', SOAK, async ({ page, teams, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const { link, release } = await withPreview(page, teams);
  const offer = { name: 'orders', release, expires: Math.floor(Date.now() / 1000) + 600, path: '/orders' };
  const signed = (change: Partial<typeof offer>) => `${teams.url}/__atrium/preview#${signPreview(teams.orders.token, { ...offer, ...change })}`;
  const refusals = [
    [`${link.slice(0, -2)}xx`, 'This link was changed after its team created it'],
    [signed({ expires: 1 }), 'This link has expired. Ask its team for a new one.'],
    [signed({ release: 'a'.repeat(16) }), 'The release of this link was never stored'],
    [signed({ name: 'workspace' }), 'may not release that part of the site'],
  ] as const;
  for (const [address, text] of refusals) {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText(text);
    await expect(page.getByRole('button', { name: 'Show the preview' })).toBeHidden();
  }
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['atrium-report-ticket']);
});

teamTest('a new live release does not replace a preview; it ends when its time is over or its token is revoked', SOAK, async ({ page, teams }) => {
  await controlTime(page);
  const { orders, built, platform, workplace } = teams;
  const { link } = await withPreview(page, teams);
  await confirm(page, link);
  await publishBuild(teams.releases, await changedBuild(workplace, built.ordersFirst, exchange(FIRST, 'The third edition')));
  await checkForReleases(page);
  await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await expectEdition(page, SECOND);
  await expect(page.getByRole('status').filter({ hasText: 'is ready' })).toBeHidden();
  // Loads that were under way would take an hour.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('01:00:00');
  await expect(banner(page)).toContainText('The preview of Orders has expired.');

  const fresh = await teams.makeToken('orders', 'orders');
  const { link: second } = await previewOf(orders.with(fresh), built.ordersSecond);
  await confirm(page, second);
  await expectEdition(page, SECOND);
  await platform.do(workplace, 'token', 'revoke', fresh.split('_')[1] ?? '');
  await page.reload();
  await expectEdition(page, 'The third edition');
  await expect(banner(page)).toContainText('The preview has ended.');
  await banner(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner(page)).toBeHidden();
});

teamTest('a broken preview is replaced by the live release, with a message', SOAK, async ({ page, teams, consoleMessages }) => {
  consoleMessages.allow(/The page module orders is not available/, /error: Error: |uncaught/, FAILED_REQUEST);
  const { link, release } = await withPreview(page, teams);
  await page.route(`**/releases/orders/${release}/**`, (route) => route.abort());
  await page.goto(link);
  await page.getByRole('button', { name: 'Show the preview' }).click();
  await expectEdition(page, FIRST);
  await expect(page.getByRole('status').filter({ hasText: 'Orders is shown in its previous version' })).toBeVisible();
  await expect(banner(page)).toBeVisible();
});

teamTest('the shell can be previewed; its banner has no defects in any width and colour scheme', SOAK, async ({ page, teams }) => {
  await signInFirst(page, teams);
  const { link } = await previewOf(teams.platform, teams.built.shell, '--path', '/');
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Show the preview' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the preview' }).click();
  await expect(banner(page)).toContainText('by team platform');
  await expectNoDefects(page, 'Good to see you, Ada');
  const [text, sidebar] = [await banner(page).getByText(/by team platform/).boundingBox(), await page.getByRole('banner').boundingBox()];
  expect(text?.x).toBeGreaterThanOrEqual((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
  await page.setViewportSize({ width: 320, height: 640 });
  const [notice, header] = [await banner(page).boundingBox(), await page.getByRole('banner').boundingBox()];
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(header?.y ?? 0);
});
