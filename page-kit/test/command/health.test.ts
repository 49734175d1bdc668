/** @jest-environment node */
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(60_000);

/** A store with two modules, of which orders fails for 2 of 10 visitors. */
async function storeWithReports(): Promise<{ readonly store: string; readonly orders: string; readonly news: string }> {
  const store = path.join(newFolder(), 'releases');
  await seed(store, writeBuild(shellBuild()));
  const [orders, news] = [await seed(store, writeBuild(pageBuild('orders', '/orders'))), await seed(store, writeBuild(pageBuild('news', '/news')))];
  const minute = Math.floor(Date.now() / 60_000);
  const failed = ['1', '2'].map((digit) => ({ visitor: digit.repeat(16), network: digit.repeat(16) }));
  await openDirectoryStore(store).health.add([
    { name: 'orders', release: orders, minute, shown: 8, failed, errors: 3, timings: [{ measure: 'load', bucket: 11, visitors: 8 }] },
    { name: 'news', release: news, minute, shown: 4, failed: [], errors: 0, timings: [] },
  ]);
  return { store, orders, news };
}

test('health shows for how many visitors a remote failed, and how long its pages took', async () => {
  const { store, orders } = await storeWithReports();
  const { code, out } = await atrium(newFolder(), ['health', 'orders', '--store', store]);
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['name', 'release', 'place', 'failed, 10 min', 'failed, since yesterday', 'errors, since yesterday', 'load, 3 of 4', 'input, 3 of 4'],
    ['orders', orders, 'live', '2 of 10', '2 of 10', '3', '1300 ms', '–'],
  ]);
});

test('health is about the remote that is built in the folder, and with --all about every remote', async () => {
  const { store, orders, news } = await storeWithReports();
  const folder = writeBuild(pageBuild('news', '/news'));
  expect((await atriumJson(folder, ['health', '--store', store])).json).toMatchObject({ minutes: 10, releases: [{ name: 'news', release: news, recent: { shown: 4, failed: 0 } }] });
  expect((await atriumJson(folder, ['health', '--all', '--store', store])).json).toMatchObject({ releases: [{ name: 'news' }, { name: 'orders', release: orders, all: { shown: 8, failed: 2, errors: 3 } }] });
});

test('health says that there are no reports, and refuses an unknown remote', async () => {
  const store = path.join(newFolder(), 'releases');
  await seed(store, writeBuild(shellBuild()));
  expect((await atrium(newFolder(), ['health', '--store', store])).out).toBe('No visitor has reported about these releases since yesterday.\n');
  expect(await atrium(newFolder(), ['health', 'shell', '--all', '--store', store])).toMatchObject({ code: 2, err: expect.stringContaining('exclude each other') as string });
  expect(await atrium(newFolder(), ['health', 'oders', '--store', store])).toMatchObject({ code: 1, err: expect.stringContaining('No remote is called oders') as string });
});
