import type { ReleaseHealth } from '@atrium/releases/health';
import { threeQuartersWithin, type Measure } from '@atrium/releases/model';
import { StoreUnavailableError, type ReleaseStore } from '@atrium/releases/stores';
import { pageBuild, publish, publishedSite, shellBuild } from '../../support/published-site.ts';
import { addressOf, report, reportingSite, reportWith, reportOf, ticketOf, until } from '../../support/reporting-site.ts';
import { ask } from '../../support/running-site.ts';
import { codeOf } from '../../support/site-with-teams.ts';
import { healthWith, storeWith } from '../../support/store-with.ts';

const orders = (text: string) => pageBuild('orders', { list: '/orders' }, text);

const failure = (release: string, trace = '1k3j9z') => ({
  kind: 'failure', name: 'orders', release, trace, stage: 'use', type: 'TypeError', extension: 'orders.badge', places: [`orders/${release}/901.js:1:2345`, 'shell/abcdefgh234567ab/lib/react.js:2:10'],
});

const timing = (kind: Measure, release: string, ms: number) => ({ kind, name: 'orders', release, ms });

const builds = [shellBuild(), orders('one')];

/** A store with two releases of a module. The second one is live. */
async function twoReleases() {
  const { store, ids } = await publishedSite(builds);
  return { store, previous: ids['orders'], live: await publish(store, orders('two')), shell: ids['shell'] };
}

/** The stored reports of a release, as soon as it was shown to or failed for this many visitors. */
async function healthAfter(store: ReleaseStore, visitors: number, kind: 'shown' | 'failed' = 'shown'): Promise<readonly ReleaseHealth[]> {
  const hasArrived = async () => (await store.health.read()).some(({ recent }) => recent[kind] === visitors);
  await until(hasArrived);
  return store.health.read();
}

test('counts reports by release, and each visitor once', async () => {
  const { store, live, previous } = await twoReleases();
  const { base } = await reportingSite(store);
  expect((await report(base, addressOf(1), [reportOf('shown', 'orders', live), reportOf('error', 'orders', live)])).status).toBe(204);
  for (const visitor of [2, 3, 3]) await report(base, addressOf(visitor), [reportOf('failed', 'orders', live), reportOf('shown', 'orders', previous)]);
  await report(base, addressOf(4), [reportOf('shown', 'orders', previous), reportOf('shown', 'orders', previous)]);
  const releases = await healthAfter(store, 3);
  expect(Object.fromEntries(releases.map(({ release, recent }) => [release, recent]))).toEqual({
    [live]: { shown: 1, failed: 2, networks: 2, errors: 1 },
    [previous ?? '']: { shown: 3, failed: 0, networks: 0, errors: 0 },
  });
});

test('counts the times of each visitor once', async () => {
  const { store, live } = await twoReleases();
  const { base } = await reportingSite(store);
  for (const visitor of [1, 2, 2]) await report(base, addressOf(visitor), [timing('load', live, 90), timing('input', live, 30), timing('input', 'abcdefgh234567ab', 30)]);
  await report(base, addressOf(2), [reportOf('shown', 'orders', live)]);
  await until(async () => (await store.health.timings()).some(({ timings }) => timings.some(({ visitors }) => visitors >= 2)));
  await healthAfter(store, 1);
  const [orders, ...others] = await store.health.timings();
  expect(others).toEqual([]);
  expect([threeQuartersWithin(orders?.timings ?? [], 'load'), threeQuartersWithin(orders?.timings ?? [], 'input')]).toEqual([94, 44]);
  expect(orders?.timings.map(({ measure, visitors }) => [measure, visitors]).sort()).toEqual([['input', 2], ['load', 2]]);
});

test('keeps where visible releases failed, a few failures of each visitor', async () => {
  const { store, live } = await twoReleases();
  const { base } = await reportingSite(store);
  const ticket = await ticketOf(base, addressOf(1));
  expect((await reportWith(ticket, base, addressOf(1), [failure(live, 'first'), { ...failure(live), release: 'abcdefgh234567ab' }])).status).toBe(204);
  for (const trace of ['a', 'b', 'c', 'd', 'e', 'f']) await reportWith(ticket, base, addressOf(1), [failure(live, trace)]);
  await reportWith(null, base, addressOf(2), [failure(live, 'forged')]);
  await report(base, addressOf(3), [failure(live, 'last')]);
  await until(async () => (await store.health.failures()).some(({ trace }) => trace === 'last'));
  const kept = await store.health.failures();
  expect(kept.map(({ trace }) => trace).sort()).toEqual(['a', 'b', 'c', 'd', 'first', 'last']);
  expect(kept.find(({ trace }) => trace === 'first')).toEqual({ ...failure(live, 'first'), kind: undefined, minute: expect.any(Number) as number });
  expect(await store.health.read()).toEqual([]);
});

test('a store that cannot keep failures still counts them, and that is logged once', async () => {
  const { store, live } = await twoReleases();
  let tries = 0;
  const addFailures = () => {
    tries += 1;
    return Promise.reject(new StoreUnavailableError('it does not respond'));
  };
  const { base, lines } = await reportingSite(storeWith(store, { health: healthWith(store.health, { addFailures }) }));
  for (const visitor of [1, 2]) {
    await report(base, addressOf(visitor), [reportOf('failed', 'orders', live), failure(live)]);
    await until(() => tries === visitor);
  }
  expect(await healthAfter(store, 2, 'failed')).toMatchObject([{ recent: { failed: 2 } }]);
  expect(lines.filter((line) => line.includes('the traces of failures cannot be stored'))).toHaveLength(1);
});

test('counts only visible releases of page modules', async () => {
  const { store, live, shell } = await twoReleases();
  const { base } = await reportingSite(store);
  for (const [name, release] of [['orders', 'abcdefgh234567ab'], ['carts', live], ['shell', shell]] as const) {
    expect((await report(base, addressOf(1), [reportOf('failed', name, release)])).status).toBe(204);
  }
  await report(base, addressOf(1), [reportOf('shown', 'orders', live)]);
  expect(await healthAfter(store, 1)).toMatchObject([{ name: 'orders', release: live, recent: { failed: 0 } }]);
});

const INVALID: readonly (readonly [string, unknown])[] = [
  ['no reports', []],
  ['too many', Array.from({ length: 51 }, () => reportOf('shown', 'orders', 'abcdefgh234567ab'))],
  ['another kind', [{ kind: 'good', name: 'orders', release: 'abcdefgh234567ab' }]],
  ['an invalid name', [reportOf('shown', '../orders', 'abcdefgh234567ab')]],
  ['an additional field', [{ ...reportOf('shown', 'orders', 'abcdefgh234567ab'), message: 'Ada’s note' }]],
  ['a time of what takes none', [{ ...reportOf('shown', 'orders', 'abcdefgh234567ab'), ms: 5 }]],
  ['a timing without a time', [{ kind: 'load', name: 'orders', release: 'abcdefgh234567ab' }]],
  ['a negative time', [timing('load', 'abcdefgh234567ab', -1)]],
  ['a failure with a message', [{ ...failure('abcdefgh234567ab'), message: 'Ada’s note' }]],
  ['a failure of a class whose name is a sentence', [{ ...failure('abcdefgh234567ab'), type: 'Ada wrote this' }]],
  ['a failure at a place that is none', [{ ...failure('abcdefgh234567ab'), places: ['https://app.example.org/boards/ada'] }]],
  ['a failure at too many places', [{ ...failure('abcdefgh234567ab'), places: Array.from({ length: 9 }, () => 'orders/abcdefgh234567ab/901.js:1:2') }]],
  ['an endless time', [timing('input', 'abcdefgh234567ab', 1e9)]],
];

test('refuses invalid reports', async () => {
  const { store } = await twoReleases();
  const { base } = await reportingSite(store);
  for (const [index, [what, reports]] of INVALID.entries()) {
    const response = await report(base, addressOf(index), reports);
    expect([what, response.status, codeOf(response)]).toEqual([what, 400, 'bad-request']);
  }
});

test("accepts reports of this site's pages only", async () => {
  const { store, live } = await twoReleases();
  const { base } = await reportingSite(store);
  const reports = [reportOf('failed', 'orders', live)];
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    expect((await report(base, addressOf(1), reports, headers)).status).toBe(403);
  }
  expect((await report(base, addressOf(1), reports, { 'content-type': 'text/plain' })).status).toBe(415);
  await report(base, addressOf(1), [reportOf('shown', 'orders', live)]);
  expect(await healthAfter(store, 1)).toMatchObject([{ recent: { failed: 0 } }]);
});

test('a report counts only with a ticket of a document from its own network, once for a release', async () => {
  const { store, live, previous } = await twoReleases();
  const [{ base }, other] = [await reportingSite(store), await reportingSite(store)];
  const failed = [reportOf('failed', 'orders', live)];
  const [first, second, third] = [addressOf(1), addressOf(2), addressOf(3)];
  const ticket = await ticketOf(base, first);
  // Each browser gets its own ticket.
  expect(await ticketOf(base, first)).not.toBe(ticket);
  const forged = [null, '', 'x', 'x'.repeat(5000), ticket.slice(0, -1), ticket.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')), ticket.replace(/^./, (begin) => (begin === 't' ? 'u' : 't'))];
  for (const one of forged) expect((await reportWith(one, base, first, failed)).status).toBe(204);
  expect((await reportWith(ticket, base, second, failed)).status).toBe(204);
  // Other addresses of its network are other visitors, but share the ticket.
  for (const host of ['7', '8', '9']) expect((await reportWith(ticket, base, first.replace(/7$/, host), failed)).status).toBe(204);
  await reportWith(ticket, base, first, [reportOf('failed', 'orders', previous)]);
  // Servers of one store accept each other's tickets.
  await reportWith(await ticketOf(other.base, third), base, third, [...failed, reportOf('shown', 'orders', live)]);
  const releases = await healthAfter(store, 1);
  expect(Object.fromEntries(releases.map(({ release, recent }) => [release, recent.failed]))).toEqual({ [live]: 2, [previous ?? '']: 1 });
});

test('a ticket is valid for a day', async () => {
  const { store, live } = await twoReleases();
  const { base } = await reportingSite(store);
  for (const [visitor, hours] of [[1, 25], [2, 23]] as const) {
    const before = await reportingSite(store, { now: () => Date.now() - hours * 60 * 60 * 1000 });
    const ticket = await ticketOf(before.base, addressOf(visitor));
    await reportWith(ticket, base, addressOf(visitor), [reportOf('shown', 'orders', live)]);
  }
  await report(base, addressOf(3), [reportOf('failed', 'orders', live)]);
  expect(await healthAfter(store, 1, 'failed')).toMatchObject([{ recent: { shown: 1 } }]);
});

test('counts a limited number of visitors per network, however many documents it opens', async () => {
  const { store, live } = await twoReleases();
  const { base } = await reportingSite(store);
  for (let host = 1; host <= 30; host += 1) await report(base, `203.0.113.${host}`, [reportOf('shown', 'orders', live), reportOf('error', 'orders', live)]);
  await report(base, addressOf(1), [reportOf('failed', 'orders', live)]);
  expect(await healthAfter(store, 1, 'failed')).toMatchObject([{ recent: { shown: 20, errors: 20 } }]);
});

test('a client that invents addresses is one visitor if no proxy is trusted', async () => {
  const { store, live } = await twoReleases();
  const { base } = await reportingSite(store, { trustProxy: false });
  for (let visitor = 0; visitor < 20; visitor += 1) await report(base, addressOf(visitor), [reportOf('failed', 'orders', live)]);
  await report(base, addressOf(1), [reportOf('shown', 'orders', live)]);
  expect(await healthAfter(store, 1)).toMatchObject([{ recent: { failed: 1, networks: 1 } }]);
});

test('one network counts as few visitors, with IPv6 too', async () => {
  const { store, live } = await twoReleases();
  const { base } = await reportingSite(store);
  for (let host = 1; host <= 20; host += 1) {
    await report(base, `203.0.113.${host}`, [reportOf('failed', 'orders', live)]);
    // One household, then a customer with a whole /48.
    await report(base, `2001:db8:1:1::${host}`, [reportOf('failed', 'orders', live)]);
    await report(base, `2001:db8:2:${host}::1`, [reportOf('failed', 'orders', live)]);
  }
  await report(base, addressOf(1), [reportOf('shown', 'orders', live)]);
  expect(await healthAfter(store, 1)).toMatchObject([{ recent: { failed: 3 + 1 + 3, networks: 3 } }]);
});

test('limits the reports of one address', async () => {
  const { store, live } = await twoReleases();
  const { base } = await reportingSite(store, { reportsPerMinute: 3 });
  const statuses = [];
  for (let round = 0; round < 5; round += 1) statuses.push((await report(base, addressOf(1), [reportOf('shown', 'orders', live)])).status);
  expect(statuses).toEqual([204, 204, 204, 429, 429]);
  expect((await report(base, addressOf(2), [reportOf('shown', 'orders', live)])).status).toBe(204);
});

test('neither the store nor the log has addresses, and marks change every day', async () => {
  const { store, live } = await twoReleases();
  const marks: unknown[] = [];
  const health = healthWith(store.health, { add: (tallies) => {
    marks.push(...tallies.flatMap(({ failed }) => failed));
    return store.health.add(tallies);
  } });
  const { base, lines } = await reportingSite(storeWith(store, { health }));
  await report(base, '203.0.113.9', [reportOf('failed', 'orders', live), reportOf('shown', 'orders', live)]);
  await healthAfter(store, 1);
  const otherDay = await reportingSite(storeWith(store, { health: { ...health, salt: () => Promise.resolve('another') } }));
  await report(otherDay.base, '203.0.113.9', [reportOf('failed', 'orders', live)]);
  await until(() => marks.length === 2);
  expect(JSON.stringify(marks)).toMatch(/^\[\{"visitor":"[0-9a-f]{16}","network":"[0-9a-f]{16}"\},/);
  expect(marks[0]).not.toEqual(marks[1]);
  expect(lines.join('') + otherDay.lines.join('')).not.toContain('203.0.113');
  expect(lines.join('')).toContain('"route":"reports"');
});

test('while the store is unavailable, reports are buffered within bounds, and that is logged once', async () => {
  const { store, live } = await twoReleases();
  let isAvailable = false;
  let tries = 0;
  const health = healthWith(store.health, { add: (tallies) => {
    tries += 1;
    return isAvailable ? store.health.add(tallies) : Promise.reject(new StoreUnavailableError('it does not respond'));
  } });
  const { base, lines } = await reportingSite(storeWith(store, { health }));
  for (let visitor = 0; visitor < 30; visitor += 1) await report(base, addressOf(visitor), [reportOf('shown', 'orders', live), reportOf('failed', 'orders', live)]);
  await until(() => tries > 3);
  const metrics = (await ask(base, '/metrics')).text;
  expect(metrics).toContain('atrium_store_unavailable 1\n');
  expect(metrics).toMatch(/atrium_reports_unsent [1-9]\d*\n/);
  expect(lines.filter((line) => line.includes('reports cannot be stored'))).toHaveLength(1);
  isAvailable = true;
  expect(await healthAfter(store, 30)).toMatchObject([{ recent: { failed: 30 } }]);
  await until(async () => (await ask(base, '/metrics')).text.includes('atrium_store_unavailable 0\n'));
});

test('metrics have the reports of each visible release', async () => {
  const { store, live, previous } = await twoReleases();
  const { base } = await reportingSite(store);
  await report(base, addressOf(1), [reportOf('shown', 'orders', live)]);
  await report(base, addressOf(2), [reportOf('failed', 'orders', live), reportOf('shown', 'orders', previous), reportOf('failed', 'nothing', live)]);
  const lines = (await ask(base, '/metrics')).text.split('\n').filter((line) => line.startsWith('atrium_release_'));
  const labels = { live: `{remote="orders",release="${live}",place="live"}`, previous: `{remote="orders",release="${previous ?? ''}",place="previous"}` };
  expect(lines).toEqual([
    `atrium_release_shown_total${labels.live} 1`, `atrium_release_shown_total${labels.previous} 1`,
    `atrium_release_failed_total${labels.live} 1`, `atrium_release_failed_total${labels.previous} 0`,
    `atrium_release_errors_total${labels.live} 0`, `atrium_release_errors_total${labels.previous} 0`,
    `atrium_release_quarantine_refused${labels.live} 0`, `atrium_release_quarantine_refused${labels.previous} 0`,
  ]);
});
