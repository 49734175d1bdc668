import { authBuild, pageBuild, publish, publishedSite, shellBuild } from '../../support/published-site.ts';
import { addressOf, report, reportingSite, reportOf } from '../../support/reporting-site.ts';

const orders = (text: string) => pageBuild('orders', { list: '/orders' }, text);

test('quarantines one bad release among two hundred within a minute of load, and no other', async () => {
  const good = Array.from({ length: 199 }, (_, index) => pageBuild(`module${index}`, { page: `/module${index}` }));
  const { store, ids } = await publishedSite([shellBuild(), authBuild, orders('one'), ...good]);
  const bad = await publish(store, orders('two'));
  const liveOrders = async (): Promise<string | null | undefined> => {
    const reading = await store.readRegistry();
    return reading.status === 'ok' ? reading.registry.remotes['orders']?.live : undefined;
  };
  const sites = [await reportingSite(store), await reportingSite(store), await reportingSite(store)];
  // Ten visitors a second, each on a page of some module. Every fiftieth has a bad connection.
  const names = ['orders', ...good.map((build) => String(build.description['name']))];
  let visitors = 0;
  for (; visitors < 600 && (await liveOrders()) === bad; visitors += 1) {
    const base = sites[visitors % 3]?.base ?? '';
    // A tenth visits the new release.
    const name = visitors % 10 === 0 ? 'orders' : (names[(visitors * 7) % names.length] ?? '');
    if (name === 'orders') await report(base, addressOf(visitors), [reportOf('failed', 'orders', bad), reportOf('shown', 'orders', ids['orders'])]);
    else await report(base, addressOf(visitors), [reportOf(visitors % 50 === 49 ? 'failed' : 'shown', name, ids[name])]);
  }
  expect(visitors).toBeLessThan(600);
  const moves = (await store.readLog({ limit: 500 })).filter(({ action }) => action === 'quarantine');
  expect(moves.map(({ name, quarantined }) => [name, quarantined])).toEqual([['orders', bad]]);
  // Two hundred releases are published first.
}, 120_000);
