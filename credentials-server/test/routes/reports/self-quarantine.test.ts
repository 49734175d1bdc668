import type { Registry } from '@atrium/releases/model';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { SiteServerOptions } from '../../../src/server.ts';
import { authBuild, pageBuild, passedSmokeTest, publish, publishedSite, sealed, shellBuild } from '../../support/published-site.ts';
import { addressOf, report, reportingSite, reportWith, reportOf, until } from '../../support/reporting-site.ts';
import { ask } from '../../support/running-site.ts';
import { healthWith, storeWith } from '../../support/store-with.ts';

const orders = (text: string) => pageBuild('orders', { list: '/orders' }, text);
const carts = pageBuild('carts', { cart: '/cart' });

async function registryOf(store: ReleaseStore): Promise<Registry> {
  const reading = await store.readRegistry();
  if (reading.status !== 'ok') throw new Error('there is no registry');
  return reading.registry;
}

const withoutOrders = [shellBuild(), authBuild, carts];
const withOrders = [...withoutOrders, orders('one')];

/** A site of two modules with the second release of orders live, and functions that act as its visitors. */
async function siteWithOrders({ change = {}, servers = 1, first = true, ...options }: Partial<SiteServerOptions> & {
  readonly change?: Partial<ReleaseStore>;
  readonly servers?: number;
  readonly first?: boolean;
} = {}) {
  const { store, ids } = await publishedSite(first ? withOrders : withoutOrders);
  const release = await publish(store, orders('two'));
  let checks = 0;
  const health = healthWith(store.health, {
    read: (minutes) => {
      checks += 1;
      return store.health.read(minutes);
    },
  });
  const sites: Awaited<ReturnType<typeof reportingSite>>[] = [];
  for (let count = 0; count < servers; count += 1) sites.push(await reportingSite(storeWith(store, { health, ...change }), options));
  const baseOf = (visitor: number) => sites[visitor % sites.length]?.base ?? '';
  return {
    store,
    ids,
    release,
    sites,
    /** Visitors for whom the page of carts works. */
    othersWork: async (visitors = 20) => {
      for (let visitor = 1; visitor <= visitors; visitor += 1) await report(baseOf(visitor), addressOf(1000 + visitor), [reportOf('shown', 'carts', ids['carts'])]);
    },
    /** Visitors for whom orders fails, and who then get the previous release. */
    failFor: async (visitors: number, bad = release) => {
      for (let visitor = 1; visitor <= visitors; visitor += 1) {
        const fallback = ids['orders'] === undefined ? [] : [reportOf('shown', 'orders', ids['orders'])];
        await report(baseOf(visitor), addressOf(visitor), [reportOf('failed', 'orders', bad), ...fallback]);
      }
    },
    /** Waits until all servers together have checked a few more times. */
    checkedAgain: async () => {
      const before = checks;
      await until(() => checks >= before + 6);
    },
    isQuarantined: async (bad = release) => (await registryOf(store)).remotes['orders']?.quarantined.includes(bad) === true,
    quarantines: async () => (await store.readLog({ limit: 100 })).filter(({ action }) => action === 'quarantine'),
  };
}

test('quarantines a new release that fails for many visitors, with the numbers, once for all servers', async () => {
  const { store, ids, release, sites, othersWork, failFor, checkedAgain, isQuarantined, quarantines } = await siteWithOrders({ servers: 3 });
  await othersWork();
  await failFor(9);
  await until(() => isQuarantined());
  await checkedAgain();
  expect((await registryOf(store)).remotes['orders']).toMatchObject({ live: ids['orders'], quarantined: [release] });
  const [entry, ...more] = await quarantines();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ who: 'Atrium', why: expect.stringMatching(/^It failed for \d+ of \d+ visitors in 10 minutes, from \d+ networks; all other page modules for 0 of \d\d$/) as string });
  const lines = sites.flatMap((site) => site.lines).filter((line) => line.includes('a release was put in quarantine'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ remote: 'orders', release, place: 'live', live: ids['orders'] }]);
  const metrics = await Promise.all(sites.map(async ({ base }) => (await ask(base, '/metrics')).text));
  expect(metrics.map((text) => /atrium_quarantines_total (\d)/.exec(text)?.[1]).sort()).toEqual(['0', '0', '1']);
});

test('ends a bad canary, and keeps the live release', async () => {
  const { store, release, othersWork, failFor, isQuarantined } = await siteWithOrders();
  const bad = await sealed(orders('three'));
  await store.putRelease(bad, passedSmokeTest);
  const { name, release: canary } = bad.manifest;
  await store.move({ action: 'canary', name, release: canary, percent: 10, expectedRevision: (await registryOf(store)).revision, who: 'Ann', why: 'a try' });
  await othersWork();
  await failFor(5, canary);
  await until(() => isQuarantined(canary));
  expect((await registryOf(store)).remotes['orders']).toMatchObject({ live: release, canary: null });
});

test('quarantines nothing when an outage begins while all modules work', async () => {
  const { store, ids, release, sites, othersWork, checkedAgain, quarantines } = await siteWithOrders();
  await othersWork(60);
  for (let visitor = 1; visitor <= 12; visitor += 1) {
    await report(sites[0]?.base ?? '', addressOf(visitor), [reportOf('failed', 'carts', ids['carts']), reportOf('failed', 'orders', release)]);
  }
  await checkedAgain();
  expect(await quarantines()).toEqual([]);
  expect((await registryOf(store)).remotes['orders']).toMatchObject({ live: release });
});

test('one network cannot bring a release down, however many addresses it has', async () => {
  const { release, sites, othersWork, checkedAgain, quarantines, failFor, isQuarantined } = await siteWithOrders();
  await othersWork();
  for (let host = 1; host <= 60; host += 1) await report(sites[0]?.base ?? '', `203.0.113.${host}`, [reportOf('failed', 'orders', release)]);
  await checkedAgain();
  expect(await quarantines()).toEqual([]);
  // With a few visitors of other networks it is quarantined.
  await failFor(3);
  await until(() => isQuarantined());
});

test('reports without a ticket cannot bring a release down, however many addresses send them', async () => {
  const { ids, release, sites, othersWork, failFor, checkedAgain, quarantines } = await siteWithOrders();
  const base = sites[0]?.base ?? '';
  await othersWork();
  for (let visitor = 1; visitor <= 40; visitor += 1) {
    const forged = await reportWith(null, base, addressOf(visitor), [reportOf('failed', 'orders', release), reportOf('shown', 'carts', ids['carts'])]);
    expect(forged.status).toBe(204);
  }
  // A counted failure makes the server check.
  await failFor(1);
  await checkedAgain();
  expect(await quarantines()).toEqual([]);
  expect(await ask(base, '/metrics').then(({ text }) => text)).toContain(`atrium_release_failed_total{remote="orders",release="${release}",place="live"} 1\n`);
});

test('one network cannot keep a bad release live, however many documents it opens', async () => {
  const { release, sites, othersWork, failFor, isQuarantined } = await siteWithOrders();
  await othersWork();
  for (let host = 1; host <= 60; host += 1) await report(sites[0]?.base ?? '', `203.0.113.${host}`, [reportOf('shown', 'orders', release)]);
  await failFor(6);
  await until(() => isQuarantined());
});

test('a release that is published again is judged only by reports since then', async () => {
  const { store, release, othersWork, failFor, checkedAgain, isQuarantined, quarantines } = await siteWithOrders();
  await othersWork();
  await failFor(6);
  await until(() => isQuarantined());
  await store.move({ action: 'publish', name: 'orders', release, force: true, expectedRevision: (await registryOf(store)).revision, who: 'Ann', why: 'It was the network' });
  // The failure of another visitor makes the servers check again.
  await failFor(1);
  await checkedAgain();
  expect(await isQuarantined()).toBe(false);
  await failFor(6);
  await until(() => isQuarantined());
  expect(await quarantines()).toHaveLength(2);
});

test('logs once that a release cannot be quarantined, and shows it in the metrics', async () => {
  const { release, sites, othersWork, failFor, checkedAgain, quarantines } = await siteWithOrders({ first: false });
  await othersWork();
  await failFor(6);
  const refused = `atrium_release_quarantine_refused{remote="orders",release="${release}",place="live"} 1\n`;
  await until(async () => (await ask(sites[0]?.base ?? '', '/metrics')).text.includes(refused));
  await checkedAgain();
  expect(await quarantines()).toEqual([]);
  expect(sites[0]?.lines.filter((line) => line.includes('no earlier release can replace it'))).toHaveLength(1);
});

test('checks again after a move in between, before it retries', async () => {
  let movedBefore = false;
  const { store, othersWork, failFor, isQuarantined, ids } = await siteWithOrders({
    change: {
      move: async (move) => {
        if (!movedBefore) await publish(store, pageBuild('other', { page: '/other' }));
        movedBefore = true;
        return store.move(move);
      },
    },
  });
  await othersWork();
  await failFor(6);
  await until(() => isQuarantined());
  expect((await registryOf(store)).remotes).toMatchObject({ orders: { live: ids['orders'] }, other: {} });
});

test('with SELF_QUARANTINE=false it counts reports, and moves nothing', async () => {
  const { store, othersWork, failFor, quarantines, release, sites } = await siteWithOrders({ selfQuarantine: false });
  await othersWork();
  await failFor(12);
  await until(async () => (await store.health.read()).some((one) => one.release === release && one.recent.failed === 12));
  expect((await ask(sites[0]?.base ?? '', '/metrics')).text).toContain('atrium_quarantines_total 0\n');
  expect(await quarantines()).toEqual([]);
});

test('decides nothing while the store cannot be read, and resumes afterwards', async () => {
  let isAvailable = false;
  const { store, othersWork, failFor, isQuarantined, sites } = await siteWithOrders({
    change: { readLog: (query) => (isAvailable ? store.readLog(query) : Promise.reject(new Error('the disk is gone'))) },
  });
  await othersWork();
  await failFor(6);
  await until(async () => (await ask(sites[0]?.base ?? '', '/metrics')).text.includes('atrium_store_unavailable 1\n'));
  expect(await isQuarantined()).toBe(false);
  isAvailable = true;
  await until(() => isQuarantined());
});
