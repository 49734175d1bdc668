import type { Page } from '@playwright/test';
import { threeQuartersWithin } from '@atrium/releases/model';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { publishChanged } from '../../src/releases/changed-release.ts';
import { fastForwardUntil } from '../../src/checks/page-time.ts';
import { Collector } from '../../src/site/collector.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { signInFirst } from '../../src/people/people.ts';
import { currentReleaseSet } from '../../src/releases/release-folder.ts';
import { runSiteBeside, type RunningSite } from '../../src/site/site.ts';
import { expect, test as siteTest } from '../../src/fixtures/site-test.ts';
import { eventsIn, type SeenEvent } from '../../../shell/test/telemetry/otlp-schema.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** Tabs collect events for this long before they send them, in milliseconds. */
const BATCH_TIME = 5_000;

const ARRIVAL = { timeout: 4 * BATCH_TIME };

const SECRET = 'ada@example.org and her token eyJhbGciOiJFUzI1NiJ9';

/** Tests with a site whose tabs send telemetry to a collector. */
const test = siteTest.extend<{ collector: Collector; measured: RunningSite; setting: string | null }>({
  /** `TELEMETRY_URL`. Defaults to the collector. */
  setting: [null, { option: true }],
  collector: async ({ browserName: _ }, provide) => {
    const collector = await Collector.start();
    await provide(collector);
    await collector.stop();
  },
  measured: async ({ site, collector, setting }, provide) => {
    const measured = await runSiteBeside(site, { TELEMETRY_URL: setting ?? collector.url });
    await provide(measured);
    await measured.stop();
  },
  baseURL: async ({ measured }, provide) => provide(measured.url),
});

function vitals(events: readonly SeenEvent[]): SeenEvent[] {
  return events.filter(({ eventName }) => eventName === 'browser.web_vital');
}

function exceptions(events: readonly SeenEvent[]): SeenEvent[] {
  return events.filter(({ eventName }) => eventName === 'exception');
}

test('web vitals contain the releases and the page, and no data of the visitor', SOAK, async ({ page, context, collector, measured }) => {
  const { shell, auth, pages } = await currentReleaseSet(measured.url);
  await context.addCookies([{ name: 'known', value: 'visitor', url: collector.url }]);
  await page.goto(`/login?next=${encodeURIComponent('/workspace?secret')}`);
  // Telemetry loads late, and knows the pages from then on.
  await expect.poll(() => vitals(collector.events).length, ARRIVAL).toBeGreaterThan(0);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
  await interactionMeasured(page);
  // Values that are final only when the user leaves the tab are sent at that moment.
  await page.goto('about:blank');
  await expect.poll(() => vitals(collector.events).map((event) => event['browser.web_vital.name']).sort(), ARRIVAL).toEqual(['cls', 'fcp', 'inp', 'lcp', 'ttfb']);
  const account = pages.find(({ name }) => name === 'account');
  const common = { 'service.name': 'atrium', 'service.version': shell.release, 'atrium.auth.release': auth?.release, 'atrium.page.module': 'account', 'atrium.page.release': account?.release };
  for (const event of collector.events) expect(event).toMatchObject(common);
  for (const event of collector.events) {
    // Only the layout shift can belong to the second page.
    if (event['browser.web_vital.name'] !== 'cls') expect(event['url.template']).toBe('/login');
  }
  expect(new Set(collector.events.map((event) => event['session.id'])).size).toBe(1);
  for (const { headers, body } of collector.requests) {
    expect(headers).toMatchObject({ origin: measured.url, 'content-type': 'application/json' });
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    expect(body).not.toMatch(/localhost|127\.0\.0\.1|secret|ada@|next=/);
  }
});

/**
 * Waits until the browser has measured the first interaction, and web-vitals has read the measurement. The browser measures in the next
 * frame, and web-vitals reads when it is idle. An interaction is lost if the page closes before.
 */
async function interactionMeasured(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'first-input', buffered: true }));
    // Idle callbacks run in the order in which they were requested.
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
}

/** Waits until a script of the shell has run. The runtime then removes its element. */
async function scriptRan(page: Page, name: string): Promise<void> {
  await page.waitForFunction((path) => {
    const isFetched = performance.getEntriesByType('resource').some((entry) => entry.name.includes(path));
    return isFetched && document.querySelector(`script[src*="${path}"]`) === null;
  }, `/${name}.`);
}

siteTest('the site learns how long a page and the slowest interaction took, and for which release', SOAK, async ({ page, site }) => {
  const measured = await runSiteBeside(site);
  const { pages } = await currentReleaseSet(measured.url);
  const began = Date.now();
  await page.goto(`${measured.url}/login`);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await scriptRan(page, 'interaction-times');
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
  await interactionMeasured(page);
  const elapsed = Date.now() - began;
  await page.goto('about:blank');
  const account = pages.find(({ name }) => name === 'account')?.release;
  const timings = async () => (await openDirectoryStore(measured.releases).health.timings()).find(({ name, release }) => name === 'account' && release === account)?.timings ?? [];
  await expect.poll(async () => (await timings()).map(({ measure, visitors }) => `${measure} ${visitors}`).sort(), ARRIVAL).toEqual(['input 1', 'load 1']);
  const load = threeQuartersWithin(await timings(), 'load') ?? 0;
  expect(load).toBeGreaterThan(25);
  expect(load).toBeLessThan(elapsed);
  await measured.stop();
});

test('an exception in a page is reported with the remote and the release, without its message', async ({ page, collector, measured, consoleMessages }) => {
  consoleMessages.allow(/page module workspace is not available/, /her token/);
  await signInFirst(page, measured);
  const release = await publishChanged(measured.releases, 'workspace', (content, file) =>
    file.endsWith('.js') ? content.replace('firstHeading:"Create your first board"', `get firstHeading(){throw new RangeError(${JSON.stringify(SECRET)})}`) : content,
  );
  await page.goto('/workspace');
  await expect(page.getByRole('status').filter({ hasText: 'Workspace is shown in its previous version' })).toBeVisible({ timeout: 20_000 });
  await page.evaluate((message) => setTimeout(() => {
    throw new EvalError(message);
  }), SECRET);
  await expect.poll(() => exceptions(collector.events).length, ARRIVAL).toBe(2);
  const trace = /trace (\w+)/.exec(consoleMessages.messages.join('\n'))?.[1];
  const [thrown, uncaught] = exceptions(collector.events);
  expect(thrown).toMatchObject({
    'exception.type': 'RangeError',
    'atrium.exception.origin': 'render',
    'atrium.exception.remote': 'workspace',
    'atrium.exception.release': release,
    'atrium.exception.trace': trace,
    'url.template': '/workspace',
  });
  expect(thrown?.['exception.stacktrace']).toMatch(new RegExp(`^workspace/${release}/[\\w.-]+\\.js:\\d+:\\d+\n`));
  expect(uncaught).toMatchObject({ 'exception.type': 'EvalError', 'atrium.exception.origin': 'uncaught' });
  for (const { body } of collector.requests) expect(body).not.toMatch(/ada@|her token|eyJ/);
});

test('the policy allows the collector, and no other additional origin', async ({ request, collector, measured }) => {
  const response = await request.get('/', { headers: { accept: 'text/html' } });
  const { origin, host } = new URL(measured.backend.apiUrl);
  expect(response.headers()['content-security-policy']).toContain(`connect-src 'self' ${origin} ws://${host} ${collector.url};`);
});

siteTest('without the setting nothing of telemetry is loaded or sent', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/login');
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
  // Everything that the open tab loads has arrived with the page's policy.
  await expect.poll(() => asked.filter((address) => address.includes('/open-tab.')).length).toBe(1);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(asked.filter((address) => /telemetry|v1\/logs/.test(address))).toEqual([]);
  // The log-in page asks the project for a passkey.
  const known: readonly string[] = [site.url, new URL(site.backend.apiUrl).origin];
  expect(asked.map((address) => new URL(address).origin).filter((origin) => !known.includes(origin))).toEqual([]);
  expect(await page.content()).not.toContain('<meta name="atrium-telemetry"');
});

test('a failing collector has no effect on pages', SOAK, async ({ page, collector, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  collector.status = 500;
  await page.clock.install();
  await page.goto('/');
  await fastForwardUntil(page, BATCH_TIME, () => expect.poll(() => collector.requests.length, { timeout: 1_000 }).toBe(1));
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('an unreachable collector has no effect on pages', SOAK, async ({ page, collector, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  await collector.stop();
  let failed = 0;
  page.on('requestfailed', (request) => (failed += request.url().endsWith('/v1/logs') ? 1 : 0));
  await page.clock.install();
  await page.goto('/');
  await fastForwardUntil(page, BATCH_TIME, () => expect.poll(() => failed, { timeout: 1_000 }).toBeGreaterThan(0));
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test.describe('with a collector behind the proxy of the site', () => {
  test.use({ setting: '/otlp' });

  test('pages send events to a path of their own origin', async ({ page, measured, request }) => {
    const sent: SeenEvent[] = [];
    await page.route('**/v1/logs', async (route) => {
      expect(route.request().url()).toBe(`${measured.url}/otlp/v1/logs`);
      sent.push(...eventsIn(route.request().postData() ?? ''));
      await route.fulfill({ json: {} });
    });
    await page.clock.install();
    await page.goto('/');
    await fastForwardUntil(page, BATCH_TIME, () => expect.poll(() => vitals(sent).length, { timeout: 1_000 }).toBeGreaterThan(0));
    const response = await request.get('/', { headers: { accept: 'text/html' } });
    const { origin, host } = new URL(measured.backend.apiUrl);
    expect(response.headers()['content-security-policy']).toContain(`connect-src 'self' ${origin} ws://${host};`);
  });
});
