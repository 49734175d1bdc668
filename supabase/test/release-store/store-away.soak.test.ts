import { readdir, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { published, remarks, stored, workspaceFiles } from '@atrium/releases/testing';
import { StoreUnavailableError } from '@atrium/releases/stores';
import { FaultyLine } from './faulty-line.ts';
import { StoreProject } from './store-project.ts';

let project: StoreProject;
let line: FaultyLine;
let cacheDirectory: string;
beforeAll(async () => {
  project = await StoreProject.start();
});
beforeEach(async () => {
  await project.empty();
  line = await FaultyLine.open(project.backend.apiUrl);
  cacheDirectory = await project.cacheDirectory();
});
afterEach(() => {
  jest.restoreAllMocks();
  line.close();
});
afterAll(() => project.stop());

/** Opens the store over the faulty line. */
const overLine = (options = {}) => project.open({ url: line.url, cacheDirectory, ...options });

const FILES = { 'module.js': ['br'], 'module.css': [], 'dot.png': [] } as const;

test.each(['cut', 'silence'] as const)('serves what it has read while the connection fails: %s', async (fault) => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const { release } = await published(await project.open(), workspaceFiles(1));
  const errors: unknown[] = [];
  const store = await overLine({ report: (error: unknown) => errors.push(error) });
  const before = { fingerprint: await store.registryFingerprint(), reading: await store.readRegistry(), manifest: await store.readManifest('workspace', release) };
  for (const [file, encodings] of Object.entries(FILES)) await store.releaseFile('workspace', release, file, encodings);

  line[fault]();
  expect(await store.readRegistry()).toEqual(before.reading);
  expect(await store.registryFingerprint()).toBe(before.fingerprint);
  expect(await store.readManifest('workspace', release)).toEqual(before.manifest);
  for (const [file, encodings] of Object.entries(FILES)) expect(await store.releaseFile('workspace', release, file, encodings)).not.toBeNull();
  expect(errors).toEqual([expect.any(StoreUnavailableError)]);

  line.restore();
  now += 1000;
  expect((await store.readRegistry()).status).toBe('ok');
  expect(errors).toEqual([expect.any(StoreUnavailableError), null]);
});

test('a file that was not read before fails while the connection is cut, and works afterwards', async () => {
  const { release } = await published(await project.open(), workspaceFiles(1));
  const store = await overLine();
  expect((await store.readManifest('workspace', release)).status).toBe('ok');
  line.cut();
  await expect(store.releaseFile('workspace', release, 'module.js')).rejects.toBeInstanceOf(StoreUnavailableError);
  line.restore();
  expect(await store.releaseFile('workspace', release, 'module.js')).not.toBeNull();
});

test('publishing reports that the store is unreachable, and never shows the key', async () => {
  const { release } = await published(await project.open(), workspaceFiles(1));
  const store = await overLine();
  await store.readRegistry();
  line.cut();
  const retiring = store.move({ action: 'retire', name: 'workspace', release: null, expectedRevision: 1, ...remarks });
  await expect(retiring).rejects.toThrow(/unreachable: 127\.0\.0\.1:\d+ cannot be reached .* nothing can be released until it is back/);
  await expect(retiring).rejects.not.toThrow(project.backend.secretKey);
  await expect(stored(store, workspaceFiles(2))).rejects.toBeInstanceOf(StoreUnavailableError);
  await expect(store.teams.listTeams()).rejects.toBeInstanceOf(StoreUnavailableError);
  line.restore();
  expect((await store.move({ action: 'retire', name: 'workspace', release: null, expectedRevision: 1, ...remarks })).entry).toMatchObject({ replaced: release });
});

test('a process that starts while the store is unreachable uses the cache of another one', async () => {
  const { release } = await published(await project.open(), workspaceFiles(1));
  const first = await overLine();
  const reading = await first.readRegistry();
  await first.releaseFile('workspace', release, 'module.js', ['br']);
  line.cut();
  const second = await overLine();
  expect(await second.registryFingerprint()).toBe(await first.registryFingerprint());
  expect(await second.readRegistry()).toEqual(reading);
  expect((await second.readManifest('workspace', release)).status).toBe('ok');
  expect((await second.releaseFile('workspace', release, 'module.js', ['br']))?.encoding).toBe('br');
  // Not requested before, but they can be built from what is stored.
  for (const encodings of [[], ['gzip']] as const) {
    const file = await second.releaseFile('workspace', release, 'module.js', encodings);
    expect([file?.encoding, file?.content.toString()]).toEqual(['identity', 'export const module = 1;'.repeat(40)]);
  }
  const stranger = await overLine({ cacheDirectory: await project.cacheDirectory() });
  await expect(stranger.registryFingerprint()).rejects.toBeInstanceOf(StoreUnavailableError);
  await expect(stranger.readRegistry()).rejects.toBeInstanceOf(StoreUnavailableError);
});

test('a server reads the live files before the first request', async () => {
  const { release } = await published(await project.open(), workspaceFiles(1));
  const store = await overLine({ readAhead: true });
  await store.registryFingerprint();
  await line.answered('/storage/', 5);
  // Every file except the source map. The store writes them to the disk before it answers the next request.
  line.cut();
  for (const file of ['remote.js', 'module.js', 'module.css', 'parts/board.js', 'dot.png']) {
    expect(await store.releaseFile('workspace', release, file, ['br'])).not.toBeNull();
  }
});

test('concurrent reads share one request, and the registry is read at most once a second', async () => {
  const { release } = await published(await project.open(), workspaceFiles(1));
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const store = await overLine();
  const hundred = Array.from({ length: 100 });
  await Promise.all(hundred.map(() => store.registryFingerprint()));
  await Promise.all(hundred.map(() => store.releaseFile('workspace', release, 'module.js', ['br'])));
  expect([line.count('atrium_read_registry'), line.count('atrium_read_release'), line.count('/storage/')]).toEqual([1, 1, 1]);
  now += 1000;
  for (let number = 0; number < 100; number += 1) await store.registryFingerprint();
  await line.answered('atrium_read_registry', 2);
  expect(line.count('atrium_read_registry')).toBe(2);
});

test('a server learns of another server’s moves', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const [one, two] = [await project.open(), await overLine()];
  const { registry } = await published(one, workspaceFiles(1));
  const before = await two.registryFingerprint();
  const moved = await published(one, workspaceFiles(2));
  expect(await two.readRegistry()).toEqual({ status: 'ok', registry: moved.registry });
  await expect(two.move({ action: 'retire', name: 'workspace', release: null, expectedRevision: registry.revision, ...remarks })).rejects.toThrow('at revision 2, not 1');
  await published(one, workspaceFiles(3));
  now += 60_000;
  expect(await two.registryFingerprint()).not.toBe(before);
  expect(await two.registryFingerprint()).toBe(await one.registryFingerprint());
});

test('a server whose clock is set back learns of another server’s moves', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const [one, two] = [await project.open(), await overLine()];
  await published(one, workspaceFiles(1));
  const before = await two.registryFingerprint();
  await published(one, workspaceFiles(2));
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  now += 60_000;
  expect(await two.registryFingerprint()).not.toBe(before);
});

test('a move whose answer is lost counts as made', async () => {
  const direct = await project.open();
  const { release } = await published(direct, workspaceFiles(1));
  const { registry } = await published(direct, workspaceFiles(2));
  const store = await overLine();
  const held = line.hold('atrium_move');
  const rollback = store.move({ action: 'rollback', name: 'workspace', release: null, expectedRevision: registry.revision, ...remarks });
  await held.arrived;
  line.cut();
  line.restore();
  held.release();
  expect((await rollback).entry).toMatchObject({ action: 'rollback', release, revision: registry.revision + 1 });
});

test('a release whose answers are lost is stored with its files', async () => {
  const store = await overLine();
  const lost: { readonly release: () => void }[] = [];
  const lose = async (part: string) => {
    const held = line.hold(part);
    lost.push(held);
    await held.arrived;
    line.cut();
    line.restore();
  };
  const asked = line.hold('atrium_put_release');
  const putting = stored(store, workspaceFiles(1));
  await asked.arrived;
  const [begun] = [lose('atrium_begin_upload')];
  asked.release();
  await begun;
  await lose('atrium_put_release');
  const { release } = await putting;
  expect((await (await project.open()).releaseFile('workspace', release, 'module.js'))?.content).not.toHaveLength(0);
  for (const held of lost) held.release();
});

test('a late answer does not bring back an older registry', async () => {
  const [one, two] = [await project.open(), await overLine()];
  await published(one, workspaceFiles(1));
  const held = line.hold('atrium_read_registry');
  const early = two.readRegistry();
  await held.arrived;
  const { registry } = await published(one, workspaceFiles(2));
  expect(await two.readRegistry()).toEqual({ status: 'ok', registry });
  held.release();
  expect(await early).toEqual({ status: 'ok', registry });
});

test('a file that is damaged in the cache is read again, and a file that is damaged in the project is refused', async () => {
  const { release } = await published(await project.open(), workspaceFiles(1));
  const store = await overLine();
  const file = await store.releaseFile('workspace', release, 'dot.png');
  const entries = path.join(cacheDirectory, 'entries');
  for (const entry of await readdir(entries, { recursive: true })) {
    if ((await stat(path.join(entries, entry))).isFile()) await truncate(path.join(entries, entry), 33);
  }
  expect(await (await overLine()).releaseFile('workspace', release, 'dot.png')).toEqual(file);

  await project.damage(release, 'module.css');
  const refused = store.releaseFile('workspace', release, 'module.css');
  await expect(refused).rejects.toThrow(/the stored file workspace\/.+\/module\.css is damaged/);
});

test('the cache does not exceed its limit', async () => {
  const store = await overLine({ cacheBytes: 20_000 });
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const { release } = await stored(store, { ...workspaceFiles(number), 'big.png': Buffer.alloc(6000, number) });
    expect((await store.releaseFile('workspace', release, 'big.png'))?.content).toHaveLength(6000);
  }
  const entries = path.join(cacheDirectory, 'entries');
  let bytes = 0;
  for (const entry of await readdir(entries, { recursive: true })) {
    const found = await stat(path.join(entries, entry));
    if (found.isFile()) bytes += found.size;
  }
  expect(bytes).toBeGreaterThan(6000);
  expect(bytes).toBeLessThan(21_000);
});

test('distinguishes a wrong key from a project without the migrations', async () => {
  const wrong = await project.open({ serviceKey: 'sb_secret_wrong' });
  await expect(wrong.teams.listTeams()).rejects.toThrow('set RELEASES_SUPABASE_KEY to a secret key of that project');
  const publishable = await project.open({ serviceKey: project.backend.publishableKey });
  await expect(publishable.teams.listTeams()).rejects.toThrow('does not admit the key (42501)');
});
