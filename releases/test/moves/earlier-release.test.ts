import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDirectoryStore } from '../../src/stores/directory/directory-store.ts';
import type { LogEntry } from '../../src/model/move.ts';
import type { ReleaseStore } from '../../src/stores/release-store.ts';
import { newFolder } from '../support/builds.ts';
import { published, rolledBack, stored, workspaceFiles } from '../support/publish.ts';

const RELEASE = 'aaaaaaaaaaaaaaaa';

/** A store after a number of moves of another module. */
async function storeAfter(moves: number, folder: string): Promise<ReleaseStore> {
  await writeEntries(folder, 1, moves);
  const remotes = { orders: { kind: 'page-module', live: RELEASE, previous: null } };
  await writeFile(join(folder, 'registry.json'), JSON.stringify({ schema: 2, revision: moves, remotes }));
  return openDirectoryStore(folder);
}

async function writeEntries(folder: string, first: number, last: number, changes: Partial<LogEntry> = {}): Promise<void> {
  await mkdir(join(folder, 'log'), { recursive: true });
  const entry = { action: 'publish', name: 'orders', release: RELEASE, replaced: null, previous: null, when: '2026-11-20T12:00:00.000Z', who: 'Ann', why: 'so', team: null, overridden: [], ...changes };
  for (let revision = first; revision <= last; revision += 1) {
    await writeFile(join(folder, 'log', `${revision}.json`), JSON.stringify({ ...entry, revision }));
  }
}

test('a rollback finds the new previous release among the newest moves, without reading the oldest', async () => {
  const folder = await newFolder();
  const store = await storeAfter(300, folder);
  await writeFile(join(folder, 'log', '1.json'), '{');
  const one = await published(store, workspaceFiles(1));
  for (const number of [2, 3]) await published(store, workspaceFiles(number));
  expect((await rolledBack(store, 'workspace')).registry.remotes['workspace']?.previous).toBe(one.release);
});

test('a rollback continues with older moves if the newest have none', async () => {
  const folder = await newFolder();
  const store = await storeAfter(300, folder);
  const old = await stored(store, workspaceFiles(1));
  await writeEntries(folder, 20, 20, old);
  for (const number of [2, 3]) await published(store, workspaceFiles(number));
  expect((await rolledBack(store, 'workspace')).registry.remotes['workspace']?.previous).toBe(old.release);
});

test('a rollback stops searching after a thousand moves', async () => {
  const folder = await newFolder();
  const store = await storeAfter(1300, folder);
  const old = await stored(store, workspaceFiles(1));
  await writeEntries(folder, 20, 20, old);
  for (const number of [2, 3]) await published(store, workspaceFiles(number));
  expect((await rolledBack(store, 'workspace')).registry.remotes['workspace']?.previous).toBeNull();
});
