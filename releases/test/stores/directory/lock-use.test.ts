import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDirectoryStore } from '../../../src/stores/directory/directory-store.ts';
import { StoreLockedError } from '../../../src/model/store-errors.ts';
import { newFolder, passedSmokeTest } from '../../support/builds.ts';
import { heldLock, takeLockOver, takeNextLockOver } from './lock-takeover.ts';
import { published, sealed, workspaceFiles } from '../../support/publish.ts';

test('does not hold the lock while it inspects a release', async () => {
  const folder = await newFolder();
  const { manifest, files } = await sealed();
  const heldAtReading: (number | null)[] = [];
  const watched = new Map([...files].map(([path, content]) => {
    const toString = (encoding?: BufferEncoding): string => {
      heldAtReading.push(heldLock(folder));
      return content.toString(encoding);
    };
    return [path, Object.assign(Buffer.from(content), { toString })];
  }));
  const store = openDirectoryStore(folder);
  for (const outcome of ['stored', 'already-there']) {
    expect(await store.putRelease({ manifest, files: watched }, passedSmokeTest)).toBe(outcome);
  }
  expect(heldAtReading.length).toBeGreaterThan(2 * files.size);
  expect(new Set(heldAtReading)).toEqual(new Set([null]));
});

describe('a process whose lock expired', () => {
  test('adds no release', async () => {
    const folder = await newFolder();
    const { manifest, files } = await sealed();
    const putting = openDirectoryStore(folder).putRelease({ manifest, files }, passedSmokeTest);
    await takeNextLockOver(folder);
    await expect(putting).rejects.toBeInstanceOf(StoreLockedError);
    expect(await readdir(folder)).toEqual(['incoming', 'locks']);
  });

  test('writes no manifest, because its files may have been removed', async () => {
    const folder = await newFolder();
    const { manifest, files } = await sealed();
    // The test result is written between the files and the manifest.
    const smokeTest = { ...passedSmokeTest, toJSON: () => (takeLockOver(folder), passedSmokeTest) };
    const store = openDirectoryStore(folder);
    await expect(store.putRelease({ manifest, files }, smokeTest)).rejects.toBeInstanceOf(StoreLockedError);
    expect(await store.readManifest(manifest.name, manifest.release)).toEqual({ status: 'missing' });
  });

  test('removes no release, because it may have become live', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    for (const number of [1, 2, 3, 4]) await published(store, workspaceFiles(number));
    const before = await readdir(join(folder, 'files', 'workspace'));
    const collecting = store.collectGarbage({ olderThanDays: 0, dryRun: false });
    await takeNextLockOver(folder);
    await expect(collecting).rejects.toBeInstanceOf(StoreLockedError);
    expect(await readdir(join(folder, 'files', 'workspace'))).toEqual(before);
  });

  test('removes no leftovers, because another process may be writing them again', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    const { release } = await published(store, workspaceFiles(1));
    await rm(join(folder, 'files', 'workspace', `${release}.json`));
    const collecting = store.collectGarbage({ olderThanDays: 0, dryRun: false });
    await takeNextLockOver(folder);
    await expect(collecting).rejects.toBeInstanceOf(StoreLockedError);
    expect(await readdir(join(folder, 'files', 'workspace'))).toContain(release);
  });
});
