import type { HealthBook } from '@atrium/releases/health-book';
import type { Registry } from '@atrium/releases/registry';
import type { ReleaseStore } from '@atrium/releases/release-store';
import type { SiteServerOptions } from '../src/site-server.ts';
import { authBuild, pageBuild, passedTrial, publish, publishedSite, sealed, shellBuild } from './published-site.ts';
import { addressOf, report, reportingSite, reportWith, said, until } from './reporting-site.ts';
import { ask } from './running-site.ts';
import { storeWith } from './store-with.ts';

const orders = (text: string) => pageBuild('orders', { list: '/orders' }, text);
const carts = pageBuild('carts', { cart: '/cart' });

async function registryOf(store: ReleaseStore): Promise<Registry> {
  const reading = await store.readRegistry();
  if (reading.status !== 'ok') throw new Error('there is no registry');
  return reading.registry;
}

/** A site of two modules whose second release of orders is live; and what happens on it. */
async function aSite({ change = {}, servers = 1, first = true, ...options }: Partial<SiteServerOptions> & {
  readonly change?: Partial<ReleaseStore>;
  readonly servers?: number;
  readonly first?: boolean;
} = {}) {
  const { store, ids } = await publishedSite([shellBuild(), authBuild, carts, ...(first ? [orders('one')] : [])]);
  const release = await publish(store, orders('two'));
  let looks = 0;
  const health: HealthBook = {
    salt: () => store.health.salt(),
    add: (tallies) => store.health.add(tallies),
    read: (minutes) => {
      looks += 1;
      return store.health.read(minutes);
    },
  };
  const sites: Awaited<ReturnType<typeof reportingSite>>[] = [];
  for (let count = 0; count < servers; count += 1) sites.push(await reportingSite(storeWith(store, { health, ...change }), options));
  const baseOf = (visitor: number) => sites[visitor % sites.length]?.base ?? '';
  return {
    store,
    ids,
    release,
    sites,
    /** Visitors for whom the carts' page works. */
    theOthersWork: async (visitors = 20) => {
      for (let visitor = 1; visitor <= visitors; visitor += 1) await report(baseOf(visitor), addressOf(1000 + visitor), [said('shown', 'carts', ids['carts'])]);
    },
    /** Visitors for whom orders fail, each of whom gets the previous release. */
    failFor: async (visitors: number, bad = release) => {
      for (let visitor = 1; visitor <= visitors; visitor += 1) {
        const stoodIn = ids['orders'] === undefined ? [] : [said('shown', 'orders', ids['orders'])];
        await report(baseOf(visitor), addressOf(visitor), [said('failed', 'orders', bad), ...stoodIn]);
      }
    },
    /** Once all servers together looked a few times more. */
    looked: async () => {
      const before = looks;
      await until(() => looks >= before + 6);
    },
    isQuarantined: async (bad = release) => (await registryOf(store)).remotes['orders']?.quarantined.includes(bad) === true,
    quarantines: async () => (await store.readLog({ limit: 100 })).filter(({ action }) => action === 'quarantine'),
  };
}

test('a new release that fails for many goes into quarantine, with the numbers, once for all servers', async () => {
  const { store, ids, release, sites, theOthersWork, failFor, looked, isQuarantined, quarantines } = await aSite({ servers: 3 });
  await theOthersWork();
  await failFor(9);
  await until(() => isQuarantined());
  await looked();
  expect((await registryOf(store)).remotes['orders']).toMatchObject({ live: ids['orders'], quarantined: [release] });
  const [entry, ...more] = await quarantines();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ who: 'Atrium', why: expect.stringMatching(/^It failed for \d+ of \d+ visitors in 10 minutes, from \d+ networks; all other page modules for 0 of \d\d$/) as string });
  const lines = sites.flatMap((site) => site.lines).filter((line) => line.includes('a release was put in quarantine'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ remote: 'orders', release, place: 'live', live: ids['orders'] }]);
  const metrics = await Promise.all(sites.map(async ({ base }) => (await ask(base, '/metrics')).text));
  expect(metrics.map((text) => /atrium_quarantines_total (\d)/.exec(text)?.[1]).sort()).toEqual(['0', '0', '1']);
});

test('a bad canary goes, and the live release stays', async () => {
  const { store, release, theOthersWork, failFor, isQuarantined } = await aSite();
  const bad = await sealed(orders('three'));
  await store.putRelease(bad, passedTrial);
  const { name, release: canary } = bad.manifest;
  await store.move({ action: 'canary', name, release: canary, percent: 10, expectedRevision: (await registryOf(store)).revision, who: 'Ann', why: 'a try' });
  await theOthersWork();
  await failFor(5, canary);
  await until(() => isQuarantined(canary));
  expect((await registryOf(store)).remotes['orders']).toMatchObject({ live: release, canary: null });
});

test('an outage of the backend fails every module, and quarantines none', async () => {
  const { store, ids, release, sites, failFor, looked, quarantines } = await aSite({ servers: 2 });
  await failFor(20);
  for (let visitor = 1; visitor <= 20; visitor += 1) await report(sites[0]?.base ?? '', addressOf(visitor), [said('failed', 'carts', ids['carts'])]);
  await until(async () => (await store.health.read()).some(({ name, recent }) => name === 'carts' && recent.failed === 20));
  await looked();
  expect(await quarantines()).toEqual([]);
  expect((await registryOf(store)).remotes['orders']).toMatchObject({ live: release });
});

test('an outage that begins while all goes well quarantines none either', async () => {
  const { store, ids, release, sites, theOthersWork, looked, quarantines } = await aSite();
  await theOthersWork(60);
  for (let visitor = 1; visitor <= 12; visitor += 1) {
    await report(sites[0]?.base ?? '', addressOf(visitor), [said('failed', 'carts', ids['carts']), said('failed', 'orders', release)]);
  }
  await looked();
  expect(await quarantines()).toEqual([]);
  expect((await registryOf(store)).remotes['orders']).toMatchObject({ live: release });
});

test('an outage of what one module uses fails its releases alike, and quarantines none', async () => {
  const { ids, sites, failFor, theOthersWork, looked, quarantines } = await aSite();
  // Nothing is decided as long as nobody tells of the others.
  await failFor(8);
  for (let visitor = 1; visitor <= 8; visitor += 1) await report(sites[0]?.base ?? '', addressOf(visitor), [said('failed', 'orders', ids['orders'])]);
  await theOthersWork();
  await looked();
  expect(await quarantines()).toEqual([]);
});

test('one network does not bring a release down, however many addresses it has', async () => {
  const { release, sites, theOthersWork, looked, quarantines, failFor, isQuarantined } = await aSite();
  await theOthersWork();
  for (let host = 1; host <= 60; host += 1) await report(sites[0]?.base ?? '', `203.0.113.${host}`, [said('failed', 'orders', release)]);
  await looked();
  expect(await quarantines()).toEqual([]);
  // With a few of other networks it does.
  await failFor(3);
  await until(() => isQuarantined());
});

test('reports without a document bring no release down, however many addresses send them', async () => {
  const { ids, release, sites, theOthersWork, failFor, looked, quarantines } = await aSite();
  const base = sites[0]?.base ?? '';
  await theOthersWork();
  for (let visitor = 1; visitor <= 40; visitor += 1) {
    const forged = await reportWith(null, base, addressOf(visitor), [said('failed', 'orders', release), said('shown', 'carts', ids['carts'])]);
    expect(forged.status).toBe(204);
  }
  // A failure that counts makes the server look.
  await failFor(1);
  await looked();
  expect(await quarantines()).toEqual([]);
  expect(await ask(base, '/metrics').then(({ text }) => text)).toContain(`atrium_release_failed_total{remote="orders",release="${release}",place="live"} 1\n`);
});

test('one network does not keep a bad release live, however many documents it opens', async () => {
  const { release, sites, theOthersWork, failFor, isQuarantined } = await aSite();
  await theOthersWork();
  for (let host = 1; host <= 60; host += 1) await report(sites[0]?.base ?? '', `203.0.113.${host}`, [said('shown', 'orders', release)]);
  await failFor(6);
  await until(() => isQuarantined());
});

test('the shell and the auth remote stay, whatever is reported', async () => {
  const { store, ids, sites, theOthersWork, looked, failFor, quarantines } = await aSite();
  await publish(store, shellBuild('next'));
  const { shell } = (await registryOf(store)).remotes;
  await theOthersWork();
  for (let visitor = 1; visitor <= 12; visitor += 1) {
    await report(sites[0]?.base ?? '', addressOf(visitor), [said('failed', 'shell', shell?.live ?? ''), said('failed', 'auth', ids['auth'])]);
  }
  await failFor(1);
  await looked();
  expect(await quarantines()).toEqual([]);
});

test('who publishes it again knowingly is not stopped by what was told before, only by what is told since', async () => {
  const { store, release, theOthersWork, failFor, looked, isQuarantined, quarantines } = await aSite();
  await theOthersWork();
  await failFor(6);
  await until(() => isQuarantined());
  await store.move({ action: 'publish', name: 'orders', release, force: true, expectedRevision: (await registryOf(store)).revision, who: 'Ann', why: 'It was the network' });
  // Somebody else's failure makes the servers look again.
  await failFor(1);
  await looked();
  expect(await isQuarantined()).toBe(false);
  await failFor(6);
  await until(() => isQuarantined());
  expect(await quarantines()).toHaveLength(2);
});

test('where nothing can take its place the refusal is said once, and shown', async () => {
  const { release, sites, theOthersWork, failFor, looked, quarantines } = await aSite({ first: false });
  await theOthersWork();
  await failFor(6);
  const refused = `atrium_release_quarantine_refused{remote="orders",release="${release}",place="live"} 1\n`;
  await until(async () => (await ask(sites[0]?.base ?? '', '/metrics')).text.includes(refused));
  await looked();
  expect(await quarantines()).toEqual([]);
  expect(sites[0]?.lines.filter((line) => line.includes('no earlier release can take its place'))).toHaveLength(1);
});

test('a move of somebody else in between is looked at before it is tried again', async () => {
  let movedBefore = false;
  const { store, theOthersWork, failFor, isQuarantined, ids } = await aSite({
    change: {
      move: async (move) => {
        if (!movedBefore) await publish(store, pageBuild('other', { page: '/other' }));
        movedBefore = true;
        return store.move(move);
      },
    },
  });
  await theOthersWork();
  await failFor(6);
  await until(() => isQuarantined());
  expect((await registryOf(store)).remotes).toMatchObject({ orders: { live: ids['orders'] }, other: {} });
});

test('with SELF_QUARANTINE=false it is counted, and nothing is moved', async () => {
  const { store, theOthersWork, failFor, quarantines, release, sites } = await aSite({ selfQuarantine: false });
  await theOthersWork();
  await failFor(12);
  await until(async () => (await store.health.read()).some((one) => one.release === release && one.recent.failed === 12));
  expect((await ask(sites[0]?.base ?? '', '/metrics')).text).toContain('atrium_quarantines_total 0\n');
  expect(await quarantines()).toEqual([]);
});

test('a store that cannot be looked at decides nothing, and does so again when it is back', async () => {
  let away = true;
  const { store, theOthersWork, failFor, isQuarantined, sites } = await aSite({
    change: { readLog: (query) => (away ? Promise.reject(new Error('the disk is gone')) : store.readLog(query)) },
  });
  await theOthersWork();
  await failFor(6);
  await until(async () => (await ask(sites[0]?.base ?? '', '/metrics')).text.includes('atrium_store_away 1\n'));
  expect(await isQuarantined()).toBe(false);
  away = false;
  await until(() => isQuarantined());
});

test('one bad release among two hundred good ones is gone within a minute of load, and no other', async () => {
  const good = Array.from({ length: 199 }, (_, index) => pageBuild(`module${index}`, { page: `/module${index}` }));
  const { store, ids } = await publishedSite([shellBuild(), authBuild, orders('one'), ...good]);
  const bad = await publish(store, orders('two'));
  const sites = [await reportingSite(store), await reportingSite(store), await reportingSite(store)];
  // Ten visitors a second, each on one page of some module; every fiftieth has a bad line, whatever the module.
  const names = ['orders', ...good.map((build) => String(build.description['name']))];
  let visitors = 0;
  for (; visitors < 600 && (await registryOf(store)).remotes['orders']?.live === bad; visitors += 1) {
    const base = sites[visitors % 3]?.base ?? '';
    // A tenth goes to what is new.
    const name = visitors % 10 === 0 ? 'orders' : (names[(visitors * 7) % names.length] ?? '');
    if (name === 'orders') await report(base, addressOf(visitors), [said('failed', 'orders', bad), said('shown', 'orders', ids['orders'])]);
    else await report(base, addressOf(visitors), [said(visitors % 50 === 49 ? 'failed' : 'shown', name, ids[name])]);
  }
  expect(visitors).toBeLessThan(600);
  const moves = (await store.readLog({ limit: 500 })).filter(({ action }) => action === 'quarantine');
  expect(moves.map(({ name, quarantined }) => [name, quarantined])).toEqual([['orders', bad]]);
  // Two hundred releases are published first.
}, 120_000);
