import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { RELEASE_BROADCAST } from '@atrium/releases/wire';
import { StoreUnavailableError, type ReleaseStore } from '@atrium/releases/stores';
import { published, stored, workspaceFiles } from '@atrium/releases/testing';
import * as v from 'valibot';
import { FaultyLine } from './faulty-line.ts';
import { StoreProject } from './store-project.ts';

// What store-contract.soak.test.ts cannot test, because only this store has it. One backend for all tests, because a start takes seconds.
let project: StoreProject;
beforeAll(async () => {
  project = await StoreProject.start();
});
beforeEach(() => project.empty());
afterAll(() => project.stop());

describe('health', () => {
  const release = 'abcdefgh234567ab';

  const report = (health: ReleaseStore['health'], shown: number) =>
    health.add([{ name: 'orders', release, minute: Math.floor(Date.now() / 60_000), shown, failed: [{ visitor: 'a'.repeat(16), network: 'b'.repeat(16) }], errors: 0, timings: [{ measure: 'load', bucket: 3, visitors: 1 }] }]);

  test('after ten minutes, nothing is recent, and returning visitors count again', async () => {
    const { health } = await project.open();
    await report(health, 3);
    await project.ageHealth({ minutes: 10 });
    const none = { shown: 0, failed: 0, networks: 0, errors: 0 };
    expect(await health.read()).toMatchObject([{ recent: none, all: { shown: 3, failed: 1 } }]);
    await report(health, 1);
    expect(await health.read()).toMatchObject([{ recent: { shown: 1, failed: 1 }, all: { shown: 4, failed: 2, networks: 2 } }]);
  });

  test('counts are removed after two days, and so are releases without reports', async () => {
    const { health } = await project.open();
    await report(health, 3);
    await project.ageHealth({ days: 1 });
    await report(health, 1);
    expect(await health.read()).toMatchObject([{ all: { shown: 4 } }]);
    const timings = (visitors: number) => [{ name: 'orders', release, timings: [{ measure: 'load', bucket: 3, visitors }] }];
    expect(await health.timings()).toEqual(timings(2));
    await project.ageHealth({ days: 1 });
    expect(await health.read()).toMatchObject([{ all: { shown: 1 } }]);
    expect(await health.timings()).toEqual(timings(1));
    await project.ageHealth({ days: 1, minutes: 1 });
    await health.add([]);
    expect(await health.read()).toEqual([]);
    expect(await health.timings()).toEqual([]);
  });

  test('the tallies of a server of an older version, which has no timings, count', async () => {
    const { health } = await project.open();
    const tally = { name: 'orders', release, minute: Math.floor(Date.now() / 60_000), shown: 2, failed: [], errors: 0, timings: [] };
    await health.add([Object.assign(tally, { timings: undefined })]);
    expect(await health.read()).toMatchObject([{ recent: { shown: 2 } }]);
    expect(await health.timings()).toEqual([]);
  });

  test('every day has its own salt', async () => {
    const { health } = await project.open();
    const first = await health.salt();
    await project.ageHealth({ days: 1 });
    const second = await health.salt();
    expect(second).not.toBe(first);
    expect(await health.salt()).toBe(second);
  });
});

const messageSchema = v.object({ payload: v.object({ revision: v.number() }) });

test('visitors are notified of every move, and only of its revision', async () => {
  const received: unknown[] = [];
  let onMessage = (): void => undefined;
  const channel = project.visitor().channel(RELEASE_BROADCAST.topic);
  await new Promise<void>((resolve, reject) => {
    channel
      .on('broadcast', { event: RELEASE_BROADCAST.event }, (message) => {
        received.push(message['payload']);
        expect(v.is(messageSchema, message)).toBe(true);
        onMessage();
      })
      .subscribe((status) => (String(status) === 'SUBSCRIBED' ? resolve() : reject(new Error(String(status)))));
  });
  const store = await project.open();
  // Releases that no other test stores, because `empty` leaves their files.
  for (const number of [21, 22]) {
    const message = new Promise<void>((resolve) => (onMessage = resolve));
    await published(store, workspaceFiles(number));
    await message;
  }
  // Realtime adds the id of the message.
  expect(received).toEqual([1, 2].map((revision) => ({ revision, id: expect.any(String) })));
});

test('a flood of unknown releases costs a few calls, and a release that is stored meanwhile is found', async () => {
  const line = await FaultyLine.open(project.backend.apiUrl);
  const [store, other] = [await project.open({ url: line.url }), await project.open()];
  const unknown = (number: number) => store.readManifest('workspace', number.toString(6).replace(/[01]/g, (digit) => 'ab'.charAt(Number(digit))).padStart(16, 'z'));
  const first = await unknown(0);
  const flood = Promise.all(Array.from({ length: 300 }, (_, number) => unknown(number)));
  const { release } = await stored(other, workspaceFiles(17));
  const [found, answers] = [await store.readManifest('workspace', release), await flood];
  line.close();
  expect(found.status).toBe('ok');
  expect(new Set([first, ...answers].map(({ status }) => status))).toEqual(new Set(['missing']));
  expect(line.count('/rpc/')).toBeLessThan(10);
});

describe('uploads', () => {
  const everything = { olderThanDays: 0, dryRun: false };

  test('if several processes store the same release, the files of one of them remain', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => project.open()));
    const ids = await Promise.all(stores.map((store) => stored(store, workspaceFiles(1))));
    const keys = await project.keysOf(ids[0]?.release ?? '');
    expect(new Set(keys.map((key) => key.split('/')[2])).size).toBe(1);
    expect(keys.length).toBeGreaterThan(5);
  });

  test('removing a release removes its files', async () => {
    const store = await project.open();
    const releases = [];
    for (const number of [11, 12, 13]) releases.push((await published(store, workspaceFiles(number))).release);
    await store.collectGarbage(everything);
    const left = await Promise.all(releases.map(async (release) => (await project.keysOf(release)).length > 0));
    expect(left).toEqual([false, true, true]);
  });

  test('a release whose removal got no answer is removed, and reported as removed', async () => {
    const line = await FaultyLine.open(project.backend.apiUrl);
    const store = await project.open({ url: line.url });
    const one = await published(store, workspaceFiles(14));
    for (const number of [15, 16]) await published(store, workspaceFiles(number));
    expect((await store.readManifest('workspace', one.release)).status).toBe('ok');
    const lost = line.hold('atrium_remove_release');
    const collecting = store.collectGarbage(everything);
    await lost.arrived;
    line.cut();
    line.restore();
    const [report, manifest] = [await collecting, await store.readManifest('workspace', one.release)];
    lost.release();
    line.close();
    expect(report).toMatchObject({ removed: [{ release: one.release }], kept: 2 });
    expect(manifest).toEqual({ status: 'missing' });
  });

  test('the unfinished upload of a killed publisher is not a release, and is removed after its time limit', async () => {
    const line = await FaultyLine.open(project.backend.apiUrl);
    const store = await project.open();
    const { release } = await stored(store, workspaceFiles(1));
    await project.empty();
    const dying = stored(await project.open({ url: line.url }), workspaceFiles(1));
    const refused = expect(dying).rejects.toBeInstanceOf(StoreUnavailableError);
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
    line.close();
  });

  test('publishing old files during garbage collection never loses them', async () => {
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
});
