import type { Browser, BrowserContext, Page } from '@playwright/test';
import { releaseListingSchema, type ReleaseListing, type Report } from '@atrium/releases/wire';
import * as v from 'valibot';
import { fastForwardUntil } from '../../src/checks/page-time.ts';
import { publishBuild } from '../../src/releases/changed-release.ts';
import { controlTime, checkForReleases } from '../../src/releases/release-polling.ts';
import { expect } from '../../src/fixtures/site-test.ts';
import { teamTest, type TeamSite } from '../../src/fixtures/team-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

teamTest.describe.configure({ timeout: 120_000 });

const FIRST = 'The first edition';

/** The number of simultaneous visitors. Each has their own browser. */
const AT_ONCE = 4;

/** The browser of a visitor from their own network, behind the proxy. */
function visitor(browser: Browser, { url }: TeamSite, number: number): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, extraHTTPHeaders: { 'x-forwarded-for': `10.7.${number}.1` } });
}

/** The longest time for which a tab collects reports, in milliseconds. */
const REPORT_DELAY = 5_000;

/** Lets visitors act, each until the site has received a report from them. */
async function visits(browser: Browser, teams: TeamSite, numbers: readonly number[], report: Report, act: (page: Page) => Promise<void>): Promise<void> {
  for (let first = 0; first < numbers.length; first += AT_ONCE) {
    await Promise.all(
      numbers.slice(first, first + AT_ONCE).map(async (number) => {
        const context = await visitor(browser, teams, number);
        const page = await context.newPage();
        await controlTime(page);
        const taken: string[] = [];
        page.on('response', (response) => {
          if (new URL(response.url()).pathname === '/__atrium/reports' && response.status() === 204) taken.push(response.request().postData() ?? '');
        });
        await act(page);
        await fastForwardUntil(page, REPORT_DELAY, () => expect.poll(() => taken.join(), { timeout: 1_000 }).toContain(JSON.stringify(report)), 20_000);
        await context.close();
      }),
    );
  }
}

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

async function listing({ url }: TeamSite, page: Page): Promise<ReleaseListing['pages']> {
  return v.parse(releaseListingSchema, await (await page.request.get(`${url}/__atrium/registry`)).json()).pages;
}

async function liveOrders(teams: TeamSite, page: Page): Promise<string | undefined> {
  return (await listing(teams, page)).find(({ name }) => name === 'orders')?.release;
}

/** The sum of a counter of the server over the matching labels. */
async function counted({ url }: TeamSite, page: Page, metric: string, label = ''): Promise<number> {
  const lines = (await (await page.request.get(`${url}/metrics`)).text()).split('\n');
  return lines.filter((line) => line.startsWith(metric) && line.includes(label)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Orders is shown in its previous version' });

// credentials-server/test/routes/reports/self-quarantine.test.ts has outages, canaries, and reports that are forged.
teamTest('a bad release is quarantined automatically: new visitors do not get it, and open tabs leave it', SOAK, async ({ browser, teams, page, consoleMessages }) => {
  consoleMessages.allow(/It worked on my machine/, /page module orders/, /React/);
  const first = await publishBuild(teams.releases, teams.built.ordersFirst);
  // The sign-in works for all visitors. Without other modules to compare with, there is no quarantine.
  const account = (await listing(teams, page)).find(({ name }) => name === 'account')?.release ?? '';
  await visits(browser, teams, [50], { kind: 'shown', name: 'account', release: account }, async (others) => {
    await others.goto('/login');
    await expect(others.getByRole('button', { name: 'Log in' })).toBeVisible();
  });
  for (const number of range(51, 19)) {
    const headers = { 'x-forwarded-for': `10.7.${number}.1`, origin: teams.url };
    // A report counts only with the ticket of a document.
    await page.request.get(teams.url, { headers: { ...headers, accept: 'text/html' } });
    const response = await page.request.post(`${teams.url}/__atrium/reports`, {
      headers,
      data: { reports: [{ kind: 'shown', name: 'account', release: account }] },
    });
    expect(response.status()).toBe(204);
  }
  const bad = await teams.orders.publish(teams.built.ordersBroken, 'it works on my machine');

  // The first visitor of the bad release, who stays.
  await controlTime(page);
  await page.goto('/orders');
  await expect(page.getByText(FIRST, { exact: true })).toBeVisible();
  await expect(notice(page)).toBeVisible();
  expect(await liveOrders(teams, page)).toBe(bad);

  // Together with the first, exactly as many as quarantine requires. One more could arrive after it.
  await visits(browser, teams, range(1, 4), { kind: 'failed', name: 'orders', release: bad }, async (one) => {
    await one.goto('/orders');
    // Each gets the previous release.
    await expect(one.getByText(FIRST, { exact: true })).toBeVisible();
    await expect(notice(one)).toBeVisible();
  });
  await expect.poll(() => liveOrders(teams, page), { timeout: 20_000 }).toBe(first);
  expect(await counted(teams, page, 'atrium_quarantines_total')).toBe(1);
  expect(teams.log()).toMatch(new RegExp(`"remote":"orders","release":"${bad}".*a release was put in quarantine`));
  expect(teams.log()).not.toContain('10.7.');

  await checkForReleases(page);
  await expect(notice(page)).toBeHidden();
  await expect(page.getByText(FIRST, { exact: true })).toBeVisible();
  const later = await (await visitor(browser, teams, 90)).newPage();
  const asked: string[] = [];
  later.on('request', (request) => asked.push(request.url()));
  await later.goto('/orders');
  await expect(later.getByText(FIRST, { exact: true })).toBeVisible();
  await expect(notice(later)).toBeHidden();
  expect(asked.filter((address) => address.includes(bad))).toEqual([]);
  await later.context().close();
});
