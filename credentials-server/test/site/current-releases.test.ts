import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { StoreUnavailableError, type ReleaseStore } from '@atrium/releases/stores';
import fastify from 'fastify';
import { CurrentReleasesReader } from '../../src/site/current-releases.ts';
import { capturedLog } from '../support/captured-log.ts';
import { pageBuild, publish, publishedSite } from '../support/published-site.ts';
import { storeWith } from '../support/store-with.ts';

/** Milliseconds after which a problem is checked again, and some more. */
const RETRY_INTERVAL = 2000;

let now: number;
let lines: string[];

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  lines = [];
});

afterEach(() => {
  jest.restoreAllMocks();
});

function readerOf(store: ReleaseStore): CurrentReleasesReader {
  return new CurrentReleasesReader(store, fastify({ logger: capturedLog('error', lines).logger }).log);
}

test('a lasting problem is checked repeatedly, logged once, and gives the same site object', async () => {
  const { folder, ids } = await publishedSite();
  const manifest = join(folder, 'files', 'workspace', `${ids['workspace'] ?? ''}.json`);
  await rename(manifest, join(folder, 'aside'));
  const store = openDirectoryStore(folder);
  const readManifest = jest.fn((name: string, release: string) => store.readManifest(name, release));
  const reader = readerOf(storeWith(store, { readManifest }));
  const first = await reader.read();
  const looks = readManifest.mock.calls.length;
  expect(first).toMatchObject({ site: { pages: [{ name: 'account' }] }, problems: [{ remote: 'workspace' }] });
  now += RETRY_INTERVAL;
  const second = await reader.read();
  expect(readManifest.mock.calls.length).toBe(2 * looks);
  expect(second).toBe(first);
  expect(lines).toEqual([expect.stringContaining('a live release cannot be used')]);

  await rename(join(folder, 'aside'), manifest);
  now += RETRY_INTERVAL;
  const repaired = await reader.read();
  expect(repaired).toMatchObject({ site: { pages: [{ name: 'account' }, { name: 'workspace' }] }, problems: [] });
  expect(lines).toHaveLength(1);
});

test('a problem is checked again even if the clock of the machine is set back', async () => {
  const { folder, ids } = await publishedSite();
  const manifest = join(folder, 'files', 'workspace', `${ids['workspace'] ?? ''}.json`);
  await rename(manifest, join(folder, 'aside'));
  const reader = readerOf(openDirectoryStore(folder));
  await reader.read();
  await rename(join(folder, 'aside'), manifest);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  now += RETRY_INTERVAL;
  expect(await reader.read()).toMatchObject({ site: { pages: [{ name: 'account' }, { name: 'workspace' }] }, problems: [] });
});

test('logs a new problem', async () => {
  const { folder, ids } = await publishedSite();
  await rm(join(folder, 'files', 'workspace', `${ids['workspace'] ?? ''}.json`));
  const store = openDirectoryStore(folder);
  let lost = 'workspace';
  const reader = readerOf(
    storeWith(store, { readManifest: (name, release) => (name === lost ? Promise.resolve({ status: 'missing' }) : store.readManifest(name, release)) }),
  );
  const first = await reader.read();
  lost = 'account';
  now += RETRY_INTERVAL;
  expect(await reader.read()).not.toBe(first);
  expect(lines.filter((line) => line.includes('account'))).toHaveLength(1);
});

test('logs a damaged registry once, and again when the damage changes', async () => {
  const { folder } = await publishedSite();
  const reader = readerOf(openDirectoryStore(folder));
  for (const damage of ['{', '{', '[]']) {
    await writeFile(join(folder, 'registry.json'), damage);
    now += RETRY_INTERVAL;
    expect(await reader.read()).toEqual({ site: null, reason: 'malformed', problems: [] });
  }
  expect(lines).toHaveLength(2);
});

test('logs an unreadable store once until it can be read again, and keeps the same site object', async () => {
  const { store } = await publishedSite();
  let isAvailable = true;
  const registryFingerprint = (): Promise<string> => (isAvailable ? store.registryFingerprint() : Promise.reject(new Error('the disk is gone')));
  const reader = readerOf(storeWith(store, { registryFingerprint }));
  const whole = await reader.read();
  for (let time = 1; time <= 2; time += 1) {
    isAvailable = false;
    expect(await Promise.all([reader.read(), reader.read()])).toEqual(Array(2).fill({ ...whole, outdated: 'unreadable' }));
    expect(lines).toHaveLength(time);
    expect(lines.at(-1)).toContain('the disk is gone');
    isAvailable = true;
    expect(await reader.read()).toBe(whole);
  }
});

test.each<[string, (file: string) => Promise<void>]>([
  ['deleted', (file) => rm(file)],
  ['cut off', async (file) => writeFile(file, (await readFile(file, 'utf8')).slice(0, 40))],
  ['emptied', (file) => writeFile(file, '{}')],
  ['replaced by a folder', (file) => rm(file).then(() => mkdir(file))],
])('keeps the last site while the registry is %s, and serves the next one', async (_, damage) => {
  const { folder } = await publishedSite();
  const store = openDirectoryStore(folder);
  const reader = readerOf(store);
  const before = await reader.read();
  const file = join(folder, 'registry.json');
  const whole = await readFile(file, 'utf8');
  await damage(file);
  for (let time = 0; time < 2; time += 1) {
    now += RETRY_INTERVAL;
    const current = await reader.read();
    expect(current).toEqual({ ...before, outdated: 'malformed' });
    expect(current.site).toBe(before.site);
  }
  expect(lines).toEqual([expect.stringContaining('the last known site is served')]);
  await rm(file, { recursive: true, force: true });
  await writeFile(file, whole);
  now += RETRY_INTERVAL;
  expect(await reader.read()).toEqual(before);
  const orders = await publish(store, pageBuild('orders', { list: '/orders' }));
  now += RETRY_INTERVAL;
  expect((await reader.read()).site?.pages).toContainEqual(expect.objectContaining({ name: 'orders', release: orders }));
});

test("keeps the last site when the shell's manifest is lost", async () => {
  const { folder, store } = await publishedSite();
  let isLost = false;
  const reader = readerOf(
    storeWith(store, { readManifest: (name, release) => (isLost && name === 'shell' ? Promise.resolve({ status: 'missing' }) : store.readManifest(name, release)) }),
  );
  const before = await reader.read();
  isLost = true;
  await publish(openDirectoryStore(folder), pageBuild('orders', { list: '/orders' }));
  now += RETRY_INTERVAL;
  expect(await reader.read()).toEqual({ ...before, outdated: 'shell' });
});

test('a reading that ends after a newer one changes nothing', async () => {
  const { folder, store } = await publishedSite();
  const outdated = await store.readRegistry();
  await publish(openDirectoryStore(folder), pageBuild('orders', { list: '/orders' }));
  let release: () => void = () => undefined;
  const readRegistry = jest.fn(() => store.readRegistry()).mockReturnValueOnce(new Promise((resolve) => (release = () => resolve(outdated))));
  const registryFingerprint = jest.fn(() => store.registryFingerprint()).mockResolvedValueOnce('earlier');
  const reader = readerOf(storeWith(store, { readRegistry, registryFingerprint }));
  const older = reader.read();
  const newer = await reader.read();
  release();
  expect(await older).toBe(newer);
  await rm(join(folder, 'registry.json'));
  now += RETRY_INTERVAL;
  expect((await reader.read()).site).toBe(newer.site);
});

test('keeps the last site when the store becomes unavailable before the new releases are read', async () => {
  const { folder, store } = await publishedSite();
  let isAvailable = true;
  const reader = readerOf(
    storeWith(store, { readManifest: (name, release) => (isAvailable ? store.readManifest(name, release) : Promise.reject(new StoreUnavailableError('gone'))) }),
  );
  const before = await reader.read();
  const orders = await publish(openDirectoryStore(folder), pageBuild('orders', { list: '/orders' }));
  isAvailable = false;
  const stands = { ...before, outdated: 'unreadable' };
  expect(await Promise.all([reader.read(), reader.read()])).toEqual([stands, stands]);
  now += RETRY_INTERVAL;
  expect((await reader.read()).site).toBe(before.site);
  expect(lines).toEqual([expect.stringContaining('the release store cannot be read')]);
  isAvailable = true;
  now += RETRY_INTERVAL;
  expect((await reader.read()).site?.pages).toContainEqual(expect.objectContaining({ name: 'orders', release: orders }));
});
