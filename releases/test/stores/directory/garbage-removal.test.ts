import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openDirectoryStore } from '../../../src/stores/directory/directory-store.ts';
import { StoreLockedError } from '../../../src/model/store-errors.ts';
import { newFolder } from '../../support/builds.ts';
import { takeLockOver } from './lock-takeover.ts';
import { published, workspaceFiles } from '../../support/publish.ts';

/** A store with unused releases of many files and an old date. */
async function storeWithGarbage(more: readonly number[] = []): Promise<{ folder: string; garbage: string[] }> {
  const folder = await newFolder();
  const store = openDirectoryStore(folder);
  const parts = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`parts/z${index + 10}.txt`, `${index}`]));
  const garbage = [];
  for (const number of [1, ...more]) garbage.push((await published(store, { ...workspaceFiles(number), ...parts })).release);
  for (const number of [8, 9]) await published(store, workspaceFiles(number));
  for (const release of garbage) await utimes(join(folder, 'files', 'workspace', release), 0, 0);
  return { folder, garbage };
}

/** Waits until a release is hidden, and returns its new path. */
async function hidden(folder: string): Promise<string> {
  const incoming = join(folder, 'incoming');
  for (;;) {
    const [name] = existsSync(incoming) ? readdirSync(incoming) : [];
    if (name !== undefined) return join(incoming, name);
    await new Promise(setImmediate);
  }
}

test('does not treat a release being removed as abandoned', async () => {
  const { folder, garbage } = await storeWithGarbage();
  const collecting = openDirectoryStore(folder).collectGarbage({ olderThanDays: 0, dryRun: false });
  expect(Date.now() - statSync(await hidden(folder)).mtimeMs).toBeLessThan(60_000);
  expect((await collecting).removed).toMatchObject([{ release: garbage[0] }]);
});

test('accepts that another process removes files meanwhile', async () => {
  const { folder, garbage } = await storeWithGarbage();
  const release = garbage[0] ?? '';
  const store = openDirectoryStore(folder);
  const collecting = store.collectGarbage({ olderThanDays: 0, dryRun: false });
  const parts = join(await hidden(folder), 'parts');
  // From the end, one per turn, while the store reads the sizes from the start.
  for (const name of readdirSync(parts).sort().reverse()) {
    rmSync(join(parts, name), { force: true });
    await new Promise(setImmediate);
  }
  expect((await collecting).removed).toMatchObject([{ release }]);
  expect(await store.readManifest('workspace', release)).toEqual({ status: 'missing' });
});

test('forgets the releases that it removed before a failure', async () => {
  const { folder, garbage } = await storeWithGarbage([2, 3]);
  const store = openDirectoryStore(folder);
  for (const release of garbage) expect((await store.readManifest('workspace', release)).status).toBe('ok');
  const collecting = store.collectGarbage({ olderThanDays: 0, dryRun: false });
  await hidden(folder);
  takeLockOver(folder);
  await expect(collecting).rejects.toBeInstanceOf(StoreLockedError);
  for (const release of garbage) {
    const onDisk = await openDirectoryStore(folder).readManifest('workspace', release);
    expect(await store.readManifest('workspace', release)).toEqual(onDisk);
  }
});
