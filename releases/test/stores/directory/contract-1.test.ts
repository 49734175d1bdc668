import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canBeForced } from '../../../src/gate/gate.ts';
import { openDirectoryStore } from '../../../src/stores/directory/directory-store.ts';
import { newFolder, otherPageFiles, pageBuild, pageFiles } from '../../support/builds.ts';
import { moved, published, retired, stored, workspaceFiles } from '../../support/publish.ts';

/** Rewrites releases of the module workspace to the files that page-kit 1 stored. */
async function turnIntoContract1(folder: string, ...releases: readonly string[]): Promise<void> {
  for (const release of releases) {
    const base = join(folder, 'files', 'workspace', release);
    const { moduleManifest: facts, ...manifest } = JSON.parse(await readFile(`${base}.json`, 'utf8')) as Record<string, unknown>;
    await writeFile(`${base}.json`, JSON.stringify({ ...manifest, schema: 1, facts }));
    // Garbage collection keeps a release that was stored in this millisecond.
    await utimes(`${base}.json`, 0, 0);
    await rename(`${base}.smoke-test.json`, `${base}.trial.json`);
  }
}

test('the gate refuses the paths and labels of a live module of page contract 1, also with force', async () => {
  const folder = await newFolder();
  const { release } = await published(openDirectoryStore(folder), workspaceFiles(1));
  await turnIntoContract1(folder, release);
  const store = openDirectoryStore(folder);
  const taker = await stored(store, otherPageFiles('orders', '/workspace/orders'));
  const navigation = [{ route: 'board', label: { en: 'Workspace' } }];
  const moduleManifest = { name: 'lookalike', contract: '^0.1', title: { en: 'Other' }, routes: { board: '/lookalike' }, navigation };
  const lookalike = await stored(store, pageFiles(pageBuild({ name: 'lookalike', moduleManifest })));
  expect((await store.check(lookalike)).findings).toMatchObject([{ check: 'navigation', against: { name: 'workspace', as: 'live' } }]);
  const { findings } = await store.check(taker);
  expect(findings).toMatchObject([{ check: 'paths', against: { name: 'workspace', release, as: 'live' } }]);
  expect(findings.map(canBeForced)).toEqual([false]);
  await expect(moved(store, { action: 'publish', ...taker, force: true })).rejects.toThrow('which belongs to workspace');
  await retired(store, 'workspace');
  expect((await moved(store, { action: 'publish', ...taker })).registry.remotes['orders']?.live).toBe(taker.release);
});

test('a previous release of page contract 1 owns no paths, because it cannot become live again', async () => {
  const folder = await newFolder();
  const { release } = await published(openDirectoryStore(folder), workspaceFiles(1));
  await turnIntoContract1(folder, release);
  const store = openDirectoryStore(folder);
  await published(store, otherPageFiles('workspace', '/boards'));
  expect((await store.check(await stored(store, otherPageFiles('orders', '/workspace/orders')))).findings).toEqual([]);
});

test('garbage collection removes every file of a release of page contract 1, also the smoke test that an interrupted run left', async () => {
  const folder = await newFolder();
  const releases = [];
  for (const number of [1, 2, 3, 4]) releases.push((await published(openDirectoryStore(folder), workspaceFiles(number))).release);
  const [lost = '', unused = '', previous = '', live = ''] = releases;
  await turnIntoContract1(folder, lost, unused);
  const files = join(folder, 'files', 'workspace');
  for (const rest of ['', '.json', '.inspection.json']) await rm(join(files, lost + rest), { recursive: true });
  await openDirectoryStore(folder).collectGarbage({ olderThanDays: 0, dryRun: false });
  const named = (await readdir(files)).map((entry) => entry.split('.')[0]);
  expect(new Set(named)).toEqual(new Set([previous, live]));
});
