import type { Locator, Page } from '@playwright/test';
import { publishBuild } from '../../src/releases/changed-release.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { createAccount, logIn, newPerson } from '../../src/people/people.ts';
import { createAccountWithApp, giveCode, signInWithApp } from '../../src/people/second-factor.ts';
import { expect } from '../../src/fixtures/site-test.ts';
import { teamTest, type TeamSite } from '../../src/fixtures/team-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

teamTest.describe.configure({ timeout: 90_000 });

const ADDRESS = '/__atrium/releases';
const FIRST = 'The first edition';
const SECOND = 'The second edition';

/** The page's entry for a remote. */
function remote(page: Page, title: string): Locator {
  return page.getByRole('tabpanel', { name: 'What is live' }).getByRole('rowgroup').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** Opens the history. */
async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'History' }).click();
  return page.getByRole('tabpanel', { name: 'History' });
}

/** Opens the page as a member of the platform team after the code. */
async function openPage(page: Page, teams: TeamSite): Promise<string> {
  const { person } = await signInWithApp(page, teams, teams.platformPerson());
  await page.goto(ADDRESS);
  await expect(remote(page, 'Shell')).toBeVisible();
  return person.email;
}

/** Chooses a move in a remote's menu. */
async function chooseMove(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${title}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Chooses a move, enters the reason and confirms. */
async function move(page: Page, title: string, action: string, why: string): Promise<void> {
  await chooseMove(page, title, action);
  const dialog = page.getByRole('dialog', { name: `${action}: ${title}` });
  await dialog.getByLabel('Reason').fill(why);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Stores both editions without the command, with the first one live. */
async function bothEditions({ releases, built }: TeamSite): Promise<{ first: string; second: string }> {
  const second = await publishBuild(releases, built.ordersSecond);
  return { first: await publishBuild(releases, built.ordersFirst), second };
}

async function expectOrders(page: Page, text: string): Promise<void> {
  await page.goto('/orders');
  await expect(page.getByText(text, { exact: true })).toBeVisible();
}

teamTest('a signed-out member of the platform team logs in, enters the code, and sees the page', async ({ page, teams, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const { person, app } = await createAccountWithApp(teams, teams.platformPerson());
  await page.goto(ADDRESS);
  await logIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await giveCode(page, app.code());
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible();
  for (const title of ['Shell', 'Sign-in', 'Workspace']) await expect(remote(page, title)).toBeVisible();
  await page.getByRole('button', { name: 'Actions: Shell' }).click();
  await expect(page.getByRole('menuitem', { name: 'Quarantine' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Retire' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Teams and tokens' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Teams and tokens' })).toContainText('May release everything');
  expect(teams.log()).not.toContain(person.email);
});

teamTest('the page tells a stranger who can use it, and leads a member without a second factor to one', SOAK, async ({ page, browser, teams, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const stranger = newPerson();
  await createAccount(teams, stranger);
  await page.goto(ADDRESS);
  await logIn(page, stranger);
  await expect(page.getByText(/This page is for the platform team/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('tabpanel')).toHaveCount(0);

  const context = await browser.newContext({ baseURL: teams.url });
  const other = await context.newPage();
  const member = teams.platformPerson().person;
  await other.goto(ADDRESS);
  await logIn(other, member);
  await expect(other.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await context.close();
});

teamTest('a canary is promoted, rolled back and put in quarantine; visitors get the chosen release, and the history names the person and the reason', SOAK, async ({ page, browser, teams }) => {
  const { first, second } = await bothEditions(teams);
  await teams.orders.do(teams.built.ordersSecond, 'canary', '--percent', '1');
  const address = await openPage(page, teams);
  const visitor = await (await browser.newContext({ baseURL: teams.url })).newPage();
  await expect(remote(page, 'Orders').getByRole('cell', { name: '1%' })).toBeVisible();

  await move(page, 'Orders', 'Promote', 'no failures');
  await expect(page.getByText(`Orders: release ${second} is live for all visitors.`)).toBeVisible();
  await expectOrders(visitor, SECOND);
  await expect(page.getByRole('button', { name: 'Actions: Orders' })).toBeFocused();

  await move(page, 'Orders', 'Roll back', 'totals are wrong');
  await expectOrders(visitor, FIRST);
  await expect(remote(page, 'Orders').getByTitle(first).first()).toBeVisible();

  await teams.orders.publish(teams.built.ordersSecond, 'an old pipeline');
  await page.reload();
  await move(page, 'Orders', 'Quarantine', 'it must not come back');
  await expect(remote(page, 'Orders')).toContainText('1 release in quarantine');
  await expectOrders(visitor, FIRST);

  await move(page, 'Orders', 'Retire', 'orders have closed');
  await expect(remote(page, 'Orders')).toContainText('Retired');
  await visitor.goto('/orders');
  await expect(visitor.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  const history = await openHistory(page);
  const entries = history.getByRole('listitem');
  await expect(entries.nth(0)).toContainText('retired');
  await expect(entries.nth(0)).toContainText('orders have closed');
  await expect(entries.nth(0)).toContainText(address);
  const remoteFilter = history.getByRole('combobox', { name: 'Module' });
  await remoteFilter.fill('ord');
  await page.getByRole('option', { name: 'Orders (orders)' }).click();
  await expect(remoteFilter).toHaveValue('Orders (orders)');
  await expect(entries.nth(1)).toContainText('quarantined');
  await expect(entries.nth(1)).toContainText('it must not come back');
  await expect(entries.nth(2)).toContainText('an old pipeline');
  await visitor.context().close();
});

teamTest('a refusal of the gate is explained, and the typed text stays', SOAK, async ({ page, teams, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const { first, second } = await bothEditions(teams);
  await teams.orders.do(teams.workplace, 'quarantine', 'orders', second, '--why', 'it is bad');
  await openPage(page, teams);
  await chooseMove(page, 'Orders', 'Quarantine');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('so is the other');
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await expect(dialog.getByRole('alert')).toContainText('no earlier release can replace it');
  await expect(dialog.getByRole('alert')).toContainText('This cannot be forced.');
  await expect(dialog.getByLabel('Reason')).toHaveValue('so is the other');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(remote(page, 'Orders').getByTitle(first)).toBeVisible();
});

teamTest('if two people move the same remote, one succeeds; the other sees that, and the typed text stays', SOAK, async ({ page, browser, teams, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  await bothEditions(teams);
  await openPage(page, teams);
  const context = await browser.newContext({ baseURL: teams.url });
  const other = await context.newPage();
  await openPage(other, teams);

  await chooseMove(page, 'Orders', 'Roll back');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('the totals');
  await move(other, 'Orders', 'Retire', 'orders have closed');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Someone else moved Orders in the meantime.');
  await expect(dialog).toContainText('The module comes back with release');
  await expect(dialog.getByLabel('Reason')).toHaveValue('the totals');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect((await openHistory(page)).getByRole('listitem').first()).toContainText('orders have closed');
  await context.close();
});

teamTest('a move of another remote does not stop a move, and a reason is required', SOAK, async ({ page, teams, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const { second } = await bothEditions(teams);
  await openPage(page, teams);
  await chooseMove(page, 'Orders', 'Roll back');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('the totals');
  await teams.sales.publish(teams.built.sales, 'something else');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByText(`Orders: release ${second} is live again.`)).toBeVisible();
});

teamTest('Escape closes a dialog and returns the focus to the menu', SOAK, async ({ page, teams }) => {
  await bothEditions(teams);
  await openPage(page, teams);
  await chooseMove(page, 'Orders', 'Quarantine');
  await expect(page.getByRole('dialog', { name: 'Quarantine: Orders' }).getByLabel('Reason')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions: Orders' })).toBeFocused();
});
