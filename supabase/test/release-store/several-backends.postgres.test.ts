import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { RevisionMismatchError, type ReleaseStore } from '@atrium/releases/stores';
import { openSiteStore } from '@atrium/releases/stores/site';
import { authFiles, published, registryOf, remarks, shellFiles, stored, workspaceFiles } from '@atrium/releases/testing';
import { SiteProcess } from './site-process.ts';
import { StoreProject } from './store-project.ts';

// Each server has a store with its own backend, and so its own session of the one database.
let directory: string;
let projects: readonly StoreProject[];
let stores: readonly ReleaseStore[];
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'several-backends-'));
  const started: StoreProject[] = [];
  // One after the other: the first creates the database.
  while (started.length < 3) started.push(await StoreProject.start(`--data-dir=${directory}`));
  projects = started;
});
beforeEach(async () => {
  await projects[0]?.empty();
  stores = await Promise.all(projects.map((project) => project.open()));
});
afterAll(async () => {
  for (const project of projects) await project.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Repeats a move until no other one comes first. Returns how often others did. */
async function untilMoved(move: () => Promise<unknown>): Promise<number> {
  for (let clashes = 0; ; clashes += 1) {
    try {
      await move();
      return clashes;
    } catch (error) {
      if (!(error instanceof RevisionMismatchError)) throw error;
    }
  }
}

test('of the moves that servers make at once from the same revision, one succeeds', async () => {
  const ids = await Promise.all(stores.map((store, number) => stored(store, workspaceFiles(number))));
  for (const expectedRevision of [0, 1, 2, 3, 4]) {
    const moves = await Promise.allSettled(
      stores.map((store, index) => {
        const id = ids[(index + expectedRevision) % ids.length];
        if (!id) throw new Error('There is no release.');
        return store.move({ action: expectedRevision === 0 ? 'publish' : 'rollback', ...id, expectedRevision, ...remarks });
      }),
    );
    // A rollback to the live release changes nothing, whatever the revision.
    expect(moves.filter((move) => move.status === 'fulfilled' && move.value.entry !== null)).toHaveLength(1);
    for (const move of moves) if (move.status === 'rejected') expect(move.reason).toBeInstanceOf(RevisionMismatchError);
  }
});

test('publishes and quarantines by several servers at once are all in the log, and the registry is that of the last one', async () => {
  const MOVES = 6;
  await Promise.all(stores.map(async (store, server) => {
    for (let turn = 0; turn < MOVES; turn += 1) {
      const id = await stored(store, workspaceFiles(10 * server + turn));
      await untilMoved(async () => published(store, workspaceFiles(10 * server + turn)));
      if (turn % 3 === 2) {
        await untilMoved(async () => store.move({ action: 'quarantine', ...id, expectedRevision: (await registryOf(store)).revision, ...remarks }));
      }
    }
  }));
  const [store] = stores;
  if (!store) throw new Error('There is no store.');
  const { revision, remotes } = await registryOf(store);
  const log = await store.readLog({ limit: 100 });
  expect(revision).toBe(stores.length * (MOVES + MOVES / 3));
  expect(log.map((entry) => entry.revision)).toEqual(Array.from({ length: revision }, (_, index) => revision - index));
  expect(new Set(log.flatMap((entry) => entry.quarantined ?? []))).toEqual(new Set(remotes['workspace']?.quarantined));
  expect(remotes['workspace']?.quarantined).toHaveLength(stores.length * (MOVES / 3));
  for (const other of stores) expect(await registryOf(other)).toEqual(await registryOf(store));
});

test('a release that several servers store at once has the files of one upload', async () => {
  const ids = await Promise.all(stores.map((store) => stored(store, workspaceFiles(50))));
  const keys = (await projects[0]?.keysOf(ids[0]?.release ?? '')) ?? [];
  expect(new Set(keys.map((key) => key.split('/')[2])).size).toBe(1);
});

test('what one server publishes while another removes old releases is not lost', async () => {
  const [publisher, collector, reader] = stores;
  if (!publisher || !collector || !reader) throw new Error('A store is missing.');
  for (let round = 0; round < 6; round += 1) {
    await stored(publisher, workspaceFiles(1));
    await projects[0]?.age();
    const collecting = collector.collectGarbage({ olderThanDays: 1, dryRun: false });
    const { release, registry } = await published(publisher, workspaceFiles(1));
    await collecting;
    expect(registry.remotes['workspace']?.live).toBe(release);
    expect(await (await projects[2]?.open())?.releaseFile('workspace', release, 'module.js')).not.toBeNull();
  }
});

test('reports that several servers add at once all count', async () => {
  const REPORTS = 8;
  const release = { name: 'workspace', release: 'abcdefgh234567ab' };
  await Promise.all(stores.map(async ({ health }, server) => {
    for (let turn = 0; turn < REPORTS; turn += 1) {
      const visitor = `${server}${turn}`.padEnd(16, 'a');
      const counts = { minute: Math.floor(Date.now() / 60_000), shown: 1, errors: 1, failed: [{ visitor, network: visitor }] };
      await health.add([{ ...release, ...counts, timings: [{ measure: 'load', bucket: 3, visitors: 1 }] }]);
    }
  }));
  const all = stores.length * REPORTS;
  for (const { health } of stores) {
    expect(await health.read()).toMatchObject([{ recent: { shown: all, failed: all, errors: all }, all: { shown: all, failed: all, errors: all } }]);
  }
  expect(new Set(await Promise.all(stores.map(({ health }) => health.salt()))).size).toBe(1);
});

test('servers of the site on different backends publish at once, and list the same releases', async () => {
  const [store] = stores;
  if (!store) throw new Error('There is no store.');
  for (const files of [shellFiles(), authFiles(), workspaceFiles(1)]) await published(store, files);
  const token = await store.teams.createToken({ team: 'platform', remotes: ['*'] });
  const sites = await Promise.all(projects.map(async (project) =>
    SiteProcess.start({ RELEASES_SUPABASE_URL: project.backend.apiUrl, RELEASES_SUPABASE_KEY: project.backend.secretKey, RELEASES_CACHE: await project.cacheDirectory() }),
  ));
  await Promise.all(sites.map(async ({ url }, server) => {
    const site = openSiteStore({ site: url, token });
    for (const turn of [1, 2, 3]) await untilMoved(async () => published(site, workspaceFiles(10 * server + turn + 1)));
  }));
  const last = await published(store, workspaceFiles(99));
  for (const site of sites) {
    // A server reads the registry again after a while, and tells it in the answer after that.
    for (let listing = ''; !listing.includes(last.release); ) listing = await site.listing();
    await site.load();
  }
  expect((await registryOf(store)).revision).toBe(3 + 3 * sites.length + 1);
  await Promise.all(sites.map((site) => site.stop()));
});
