import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { releaseIdSchema, releaseKey, remoteNameSchema } from '../../model/identity.ts';
import { hasErrorCode, UNFINISHED_FILE } from '../durable-files.ts';
import type { GarbageReport } from '../release-store.ts';
import { releasesInUse } from '../releases-in-use.ts';
import { withDirectoryLock } from './directory-lock.ts';
import type { RegistryFiles } from './registry-files.ts';
import type { StorePaths } from './store-paths.ts';

const MS_PER_DAY = 24 * 60 * 60 * 1000;

interface Found {
  readonly name: string;
  readonly release: string;
}

/** A hidden release whose files have to be removed. */
interface Removal extends Found {
  readonly folder: string;
}

/**
 * See ReleaseStore.collectGarbage. It hides releases under the lock, while no publish is in progress: the manifest first,
 * so that a release with a manifest is always complete. Removing their files may take long and happens afterwards.
 *
 * @param forget is called for each hidden release, even if hiding a later one fails
 */
export async function removeGarbage(
  paths: StorePaths,
  registryFiles: RegistryFiles,
  { olderThanDays, dryRun }: { readonly olderThanDays: number; readonly dryRun: boolean },
  forget: (name: string, release: string) => void,
): Promise<GarbageReport> {
  const since = new Date(Date.now() - olderThanDays * MS_PER_DAY);
  const { removals, kept } = await withDirectoryLock(paths.locks, async (assertHeld) => {
    const hideRelease = (found: Found): Promise<string> => hide(paths, found, assertHeld).finally(() => forget(found.name, found.release));
    const inUse = await releasesInUse(await registryFiles.current(), (query) => registryFiles.readLog(query), since);
    const removals: Removal[] = [];
    const { complete, broken } = await storedReleases(paths);
    for (const found of complete) {
      const needed = inUse.has(releaseKey(found.name, found.release)) || (await storedAt(paths, found)) >= since;
      if (needed) continue;
      const folder = dryRun ? paths.release(found.name, found.release).folder : await hideRelease(found);
      removals.push({ ...found, folder });
    }
    const kept = complete.length - removals.length;
    if (!dryRun) {
      for (const found of broken) await rm(await hideRelease(found), { recursive: true, force: true });
      await removeTemporaryFiles(paths, assertHeld);
    }
    return { removals, kept };
  });
  const removed = [];
  for (const { name, release, folder } of removals) {
    removed.push({ name, release, bytes: await bytesBelow(folder) });
    if (!dryRun) await rm(folder, { recursive: true, force: true });
  }
  return { removed, kept };
}

/**
 * The releases in the store, and what is left of others: folders without a manifest, of killed processes, and smoke tests of
 * page contract 1, of earlier garbage collections. Call it while holding the lock.
 */
async function storedReleases({ files }: StorePaths): Promise<{ readonly complete: Found[]; readonly broken: Found[] }> {
  const complete: Found[] = [];
  const broken: Found[] = [];
  for (const name of await entriesOf(files)) {
    if (!v.is(remoteNameSchema, name)) continue;
    const entries = new Set(await entriesOf(join(files, name)));
    const releases = new Set([...entries].map((entry) => entry.replace(/(?:\.trial)?\.json$/, '')));
    for (const release of releases) {
      if (v.is(releaseIdSchema, release)) (entries.has(`${release}.json`) ? complete : broken).push({ name, release });
    }
  }
  return { complete, broken };
}

/** Removes temporary files left by killed writers. Call it while holding the lock. */
async function removeTemporaryFiles({ registry, log, files }: StorePaths, assertHeld: () => Promise<void>): Promise<void> {
  const folders = [dirname(registry), log, ...(await entriesOf(files)).map((name) => join(files, name))];
  for (const folder of folders) {
    for (const entry of await entriesOf(folder)) {
      if (!UNFINISHED_FILE.test(entry)) continue;
      await assertHeld();
      await rm(join(folder, entry), { force: true });
    }
  }
}

async function storedAt(paths: StorePaths, { name, release }: Found): Promise<Date> {
  return (await stat(paths.release(name, release).manifest)).mtime;
}

async function hide(paths: StorePaths, { name, release }: Found, assertHeld: () => Promise<void>): Promise<string> {
  const { folder, manifest, smokeTest, contract1SmokeTest, inspection } = paths.release(name, release);
  await assertHeld();
  for (const file of [manifest, smokeTest, contract1SmokeTest, inspection]) await rm(file, { force: true });
  await mkdir(paths.incoming, { recursive: true });
  const hidden = join(paths.incoming, randomUUID());
  try {
    // With its old date, another process would remove it from `incoming` as abandoned.
    await utimes(folder, new Date(), new Date());
    await rename(folder, hidden);
  } catch (error) {
    // The folder was removed by hand; the rest of the release is removed too.
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  return hidden;
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry);
    try {
      const found = await stat(path);
      bytes += found.isDirectory() ? await bytesBelow(path) : found.size;
    } catch (error) {
      // It was removed by hand, or by another process as abandoned.
      if (!hasErrorCode(error, 'ENOENT')) throw error;
    }
  }
  return bytes;
}
