import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { StoreAwayError } from '@atrium/releases/store-errors';
import { published, stored, workspaceFiles } from '@atrium/releases/testing/publish';
import { FaultyLine } from './faulty-line.ts';
import { StoreProject } from './store-project.ts';

let project: StoreProject;
let line: FaultyLine;
beforeAll(async () => {
  project = await StoreProject.start();
});
beforeEach(async () => {
  await project.empty();
  line = await FaultyLine.open(project.facts.apiUrl);
});
afterEach(() => line.close());
afterAll(() => project.stop());

const everything = { olderThanDays: 0, dryRun: false };

test('of several processes that store one release at once, the files of one stay', async () => {
  const stores = await Promise.all([1, 2, 3].map(() => project.open()));
  const ids = await Promise.all(stores.map((store) => stored(store, workspaceFiles(1))));
  const keys = await project.keysOf(ids[0]?.release ?? '');
  expect(new Set(keys.map((key) => key.split('/')[2])).size).toBe(1);
  expect(keys.length).toBeGreaterThan(5);
});

test('the files of what is removed go with it', async () => {
  const store = await project.open();
  const releases = [];
  for (const number of [11, 12, 13]) releases.push((await published(store, workspaceFiles(number))).release);
  await store.collectGarbage(everything);
  const left = await Promise.all(releases.map(async (release) => (await project.keysOf(release)).length > 0));
  expect(left).toEqual([false, true, true]);
});

test('what a publisher leaves that dies is no release, and goes when nobody can be at work on it any more', async () => {
  const store = await project.open();
  const { release } = await stored(store, workspaceFiles(1));
  await project.empty();
  const dying = stored(await project.open({ url: line.url }), workspaceFiles(1));
  const refused = expect(dying).rejects.toBeInstanceOf(StoreAwayError);
  await line.answered('/storage/v1/object/', 2);
  line.cut();
  await refused;
  expect(await store.readManifest('workspace', release)).toEqual({ status: 'missing' });
  const before = await project.keysOf(release);
  await store.collectGarbage(everything);
  expect(await project.keysOf(release)).toEqual(before);
  await project.age();
  await store.collectGarbage(everything);
  expect((await project.keysOf(release)).length).toBeLessThan(before.length);
});

test('a publish of old bytes while garbage is collected never loses them', async () => {
  const [publisher, collector] = [await project.open(), await project.open()];
  for (let round = 0; round < 6; round += 1) {
    await stored(publisher, workspaceFiles(1));
    await project.age();
    const collecting = collector.collectGarbage({ olderThanDays: 1, dryRun: false });
    const { release, registry } = await published(publisher, workspaceFiles(1));
    await collecting;
    expect(registry.remotes['workspace']?.live).toBe(release);
    const reader = await project.open();
    expect(await reader.releaseFile('workspace', release, 'module.js')).not.toBeNull();
  }
});
