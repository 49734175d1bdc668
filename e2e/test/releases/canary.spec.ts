import type { Browser, BrowserContext, Page } from '@playwright/test';
import { controlTime, checkForReleases } from '../../src/releases/release-polling.ts';
import { expect } from '../../src/fixtures/site-test.ts';
import { teamTest, type TeamSite } from '../../src/fixtures/team-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

teamTest.describe.configure({ timeout: 90_000 });

const FIRST = 'The first edition';
const SECOND = 'The second edition';

/** A visitor with their own browser, and the module's texts that they see. */
interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly edition: string;
}

async function visit(browser: Browser, { url }: TeamSite): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await controlTime(page);
  await page.goto('/orders');
  const shown = page.getByText(/^The (?:first|second) edition$/);
  await expect(shown).toBeVisible();
  return { context, page, edition: (await shown.textContent()) ?? '' };
}

/** Opens visitors until one has the canary and one does not. */
async function bothKinds(browser: Browser, teams: TeamSite): Promise<Record<'canary' | 'live', Visitor>> {
  const found = new Map<string, Visitor>();
  while (found.size < 2) {
    const visitor = await visit(browser, teams);
    if (found.has(visitor.edition)) await visitor.context.close();
    else found.set(visitor.edition, visitor);
  }
  const [canary, live] = [found.get(SECOND), found.get(FIRST)];
  if (!canary || !live) throw new Error('There is something else to see.');
  return { canary, live };
}

async function reload({ page }: Visitor, edition: string): Promise<void> {
  await page.reload();
  await expect(page.getByText(edition, { exact: true })).toBeVisible();
}

teamTest('some visitors get the canary and keep it; after its promotion the other tabs take it too', SOAK, async ({ browser, teams }) => {
  const { orders, built } = teams;
  await orders.do(built.ordersFirst, 'publish');
  expect(await orders.do(built.ordersSecond, 'canary', '--percent', '50')).toMatch(/^orders [a-z2-7]+ is the canary for 50 % of the visitors\.\n/);
  const { canary, live } = await bothKinds(browser, teams);
  for (let times = 0; times < 3; times += 1) {
    await reload(canary, SECOND);
    await reload(live, FIRST);
  }
  const cookie = (await canary.context.cookies()).find(({ name }) => name === 'atrium-visitor');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  // Code of the page cannot read or change the assignment.
  expect(await canary.page.evaluate(() => document.cookie)).toBe('');

  await orders.do(built.ordersSecond, 'promote', '--why', 'no complaints');
  for (const { page } of [canary, live]) await checkForReleases(page);
  const news = 'A new version of Orders is ready.';
  await expect(live.page.getByRole('status').filter({ hasText: news })).toBeVisible();
  await expect(canary.page.getByRole('status').filter({ hasText: news })).toBeHidden();
  await reload(live, SECOND);
  await reload(canary, SECOND);
  for (const { context } of [canary, live]) await context.close();
});

teamTest('a canary that does not load is replaced by the live release, and a cancelled one leaves open tabs', SOAK, async ({ browser, teams }) => {
  const { orders, built, workplace } = teams;
  await orders.do(built.ordersFirst, 'publish');
  await orders.do(built.ordersBroken, 'canary', '--percent', '100');
  const visitor = await visit(browser, teams);
  expect(visitor.edition).toBe(FIRST);
  await expect(visitor.page.getByRole('status').filter({ hasText: /previous version/ })).toBeVisible();

  await orders.do(built.ordersSecond, 'canary', '--percent', '100', '--why', 'fixed');
  await reload(visitor, SECOND);
  await orders.do(workplace, 'canary', 'orders', '--percent', '0');
  await checkForReleases(visitor.page);
  await visitor.page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
  await visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await expect(visitor.page.getByText(FIRST, { exact: true })).toBeVisible();
  await visitor.context.close();
});
