import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import type { LogEntry } from '@atrium/releases/model';
import { StoreUnavailableError, type ReleaseStore } from '@atrium/releases/stores';
import { openSiteStore } from '@atrium/releases/stores/site';
import * as v from 'valibot';
import { readSettings, type Settings } from '../../src/config/settings.ts';
import { Alerts } from '../../src/site/alerts.ts';
import { authBuild, pageBuild, passedSmokeTest, publish, publishedSite, sealed, shellBuild } from '../support/published-site.ts';
import { addressOf, report, reportingSite, reportOf, until } from '../support/reporting-site.ts';
import { backend } from '../support/running-site.ts';
import { moved, siteWithPlatform } from '../support/site-with-platform.ts';

const KEY = randomBytes(32);

const alertSchema = v.strictObject({
  type: v.string(),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  text: v.string(),
  data: v.record(v.string(), v.nullable(v.string())),
});

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly alert: v.InferOutput<typeof alertSchema>;
}

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A webhook that responds with these statuses, and with 204 after them. */
async function webhook(...statuses: readonly number[]): Promise<{ readonly url: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((content) => {
      const body = content.toString();
      received.push({ path: request.url, headers: request.headers, body, alert: v.parse(alertSchema, JSON.parse(body)) });
      const status = statuses[received.length - 1] ?? 204;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/T1/secret-path`, received };
}

function alertSettings(env: Readonly<Record<string, string>>): Settings['alerts'] {
  return readSettings({ SUPABASE_URL: backend.supabaseUrl, SUPABASE_KEY: backend.supabaseKey, ...env }).alerts;
}

/** The build of the module orders, with its owner. */
function orders(text: string): ReturnType<typeof pageBuild> {
  const { description, files } = pageBuild('orders', { list: '/orders' }, text);
  return { description: { ...description, moduleManifest: { ...(description['moduleManifest'] as object), owner: 'Team Orders' } }, files };
}

/** Gives a build to one in ten visitors. Returns its release. */
async function startCanary(store: ReleaseStore, build: ReturnType<typeof pageBuild>): Promise<string> {
  const stored = await sealed(build);
  await store.putRelease(stored, passedSmokeTest);
  const { name, release } = stored.manifest;
  const reading = await store.readRegistry();
  if (reading.status !== 'ok') throw new Error('there is no registry');
  await store.move({ action: 'canary', name, release, percent: 10, expectedRevision: reading.registry.revision, who: 'Ann', why: 'a try' });
  return release;
}

const withoutOrders = [shellBuild(), authBuild, pageBuild('carts', { cart: '/cart' })];
const withOrders = [...withoutOrders, orders('one')];

/** A site with two releases of orders, whose alerts go to a webhook. */
async function siteWithAlerts({ url, first = true, canary = false, selfQuarantine = true, delays = [], unavailable = 1 }: { readonly url: string; readonly first?: boolean; readonly canary?: boolean; readonly selfQuarantine?: boolean; readonly delays?: readonly number[]; readonly unavailable?: number }) {
  const { store, ids } = await publishedSite(first ? withOrders : withoutOrders);
  const bad = canary ? await startCanary(store, orders('two')) : await publish(store, orders('two'));
  const settings = alertSettings({ ALERT_URL: url, ALERT_SECRET: `whsec_${KEY.toString('base64')}` });
  if (settings === null) throw new Error('there are no settings');
  const alerts = new Alerts(settings, store, { retryDelays: delays, unavailable });
  const { base, lines } = await reportingSite(store, { alerts, selfQuarantine });
  return {
    alerts,
    lines,
    bad,
    good: ids['orders'] ?? '',
    /** Orders fails for many visitors, while carts works. */
    ordersFails: async () => {
      for (let visitor = 1; visitor <= 20; visitor += 1) await report(base, addressOf(1000 + visitor), [reportOf('shown', 'carts', ids['carts'])]);
      for (let visitor = 1; visitor <= 9; visitor += 1) await report(base, addressOf(visitor), [reportOf('failed', 'orders', bad)]);
    },
  };
}

function quarantineOf(release: string, why: string): LogEntry {
  return {
    revision: 7, action: 'quarantine', name: 'orders', release: null, replaced: release, previous: null, when: new Date().toISOString(),
    who: 'Ann', why, team: null, canary: null, quarantined: release, overridden: [],
  };
}

test('a release that the server puts in quarantine is an alert with its owner, signed as Standard Webhooks', async () => {
  const { url, received } = await webhook();
  const { bad, good, ordersFails } = await siteWithAlerts({ url });
  await ordersFails();
  await until(() => received.length > 0);
  const [first] = received;
  if (!first) throw new Error('nothing was received');
  const { headers, body, alert } = first;
  expect(alert).toMatchObject({
    type: 'release.quarantined',
    data: { module: 'orders', release: bad, live: good, by: 'Atrium', owner: 'Team Orders', reason: expect.stringMatching(/^It failed for \d+ of \d+ visitors/) as string },
  });
  expect(alert.text).toMatch(new RegExp(`^Atrium put release ${bad} of orders \\(Team Orders\\) in quarantine: It failed for .*\\. Visitors get ${good}\\.$`));
  const signature = createHmac('sha256', KEY).update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
});

test('a failing release that stays live is one alert', async () => {
  const { url, received } = await webhook();
  const { bad, ordersFails } = await siteWithAlerts({ url, selfQuarantine: false });
  await ordersFails();
  await until(() => received.length > 0);
  await ordersFails();
  expect(received.map(({ alert }) => alert)).toMatchObject([{ type: 'release.failing', data: { module: 'orders', release: bad, place: 'live' } }]);
});

test('a failing canary is an alert', async () => {
  const { url, received } = await webhook();
  const { bad, ordersFails } = await siteWithAlerts({ url, canary: true, selfQuarantine: false });
  await ordersFails();
  await until(() => received.length > 0);
  expect(received[0]?.alert).toMatchObject({
    type: 'release.failing',
    text: expect.stringMatching(new RegExp(`^The canary release ${bad} of orders \\(Team Orders\\) is failing: `)) as string,
    data: { module: 'orders', release: bad, owner: 'Team Orders', place: 'canary' },
  });
});

test('a release that nothing can replace is an alert that says so', async () => {
  const { url, received } = await webhook();
  const { ordersFails } = await siteWithAlerts({ url, first: false });
  await ordersFails();
  await until(() => received.length > 0);
  expect(received[0]?.alert).toMatchObject({ type: 'release.failing', text: expect.stringMatching(/\d\. Nothing can replace it\.$/) as string });
});

test('a quarantine by the platform team, or with a token of a team, is an alert', async () => {
  const { url, received } = await webhook();
  const { base, store, live } = await siteWithPlatform({ alertsOf: (released) => new Alerts({ url, key: null }, released) });
  const common = { name: 'workspace', why: 'totals are wrong', release: live } as const;
  await moved(base, { ...common, action: 'quarantine', expectedRevision: 5 });
  await until(() => received.length === 1);
  expect(received[0]?.alert.data).toMatchObject({ module: 'workspace', release: live, by: 'ada@example.com', reason: 'totals are wrong' });
  const token = await store.teams.createToken({ team: 'accounts', remotes: ['account'] });
  const remote = openSiteStore({ site: base, token });
  const next = await publish(store, pageBuild('account', { login: '/login', verify: '/login/verify' }, 'Two'));
  const reading = await store.readRegistry();
  const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
  await remote.move({ action: 'quarantine', name: 'account', release: next, expectedRevision, who: 'x', why: 'because' });
  await until(() => received.length === 2);
  expect(received[1]?.alert.data).toMatchObject({ module: 'account', release: next, by: 'accounts' });
});

test('the reason of a person cannot mention everyone in Slack', async () => {
  const { url, received } = await webhook();
  const { alerts, bad } = await siteWithAlerts({ url });
  alerts.moved(quarantineOf(bad, '<!channel> totals & sums'));
  await until(() => received.length > 0);
  expect(received[0]?.alert.text).toContain('&lt;!channel&gt; totals &amp; sums. Nothing replaces it.');
  expect(received[0]?.alert.data['reason']).toBe('<!channel> totals & sums');
});

test('a store that stays unavailable causes one alert, and another one when it is back', async () => {
  const { url, received } = await webhook();
  const { alerts } = await siteWithAlerts({ url });
  alerts.storeReported(null);
  alerts.storeReported(new StoreUnavailableError('away'));
  alerts.storeReported(new StoreUnavailableError('still away'));
  await until(() => received.length === 1);
  alerts.storeReported(null);
  await until(() => received.length === 2);
  expect(received.map(({ alert: { type } }) => type)).toEqual(['store.unavailable', 'store.available']);
  expect(received[1]?.alert.data['since']).toBe(received[0]?.alert.data['since']);
});

test('a short outage, and an error of the cache, are no alerts', async () => {
  const { url, received } = await webhook();
  const { alerts, bad } = await siteWithAlerts({ url, unavailable: 60_000 });
  alerts.storeReported(new StoreUnavailableError('a slow request'));
  alerts.storeReported(null);
  const { alerts: other } = await siteWithAlerts({ url });
  other.storeReported(new Error('The cache cannot be written'));
  for (const each of [alerts, other]) each.moved(quarantineOf(bad, 'because'));
  await until(() => received.length === 2);
  expect(new Set(received.map(({ alert }) => alert.type))).toEqual(new Set(['release.quarantined']));
});

test('an alert is sent again with the same id until the receiver takes it', async () => {
  const { url, received } = await webhook(500, 429);
  const { alerts } = await siteWithAlerts({ url, delays: [1, 1, 1] });
  alerts.storeReported(new StoreUnavailableError('away'));
  await until(() => received.length === 3);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('an alert that cannot be delivered is logged without the path of the webhook, and follows no redirect', async () => {
  const { url, received } = await webhook(302, 302);
  const { alerts, lines } = await siteWithAlerts({ url, delays: [1] });
  alerts.storeReported(new StoreUnavailableError('away'));
  await until(() => lines.some((line) => line.includes('an alert could not be delivered')));
  expect(received.map(({ path }) => path)).toEqual(['/T1/secret-path', '/T1/secret-path']);
  expect(lines.join('')).not.toContain('secret-path');
});

test('alerts need no secret, and are then not signed', async () => {
  const { url, received } = await webhook();
  const { store } = await publishedSite(withoutOrders);
  const settings = alertSettings({ ALERT_URL: url });
  expect(settings).toEqual({ url, key: null });
  if (settings) new Alerts(settings, store).moved(quarantineOf('aaaaaaaaaaaaaaaa', 'because'));
  await until(() => received.length === 1);
  expect(received[0]?.headers['webhook-signature']).toBeUndefined();
});
