import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { releaseIdSchema, releaseKey, remoteNameSchema } from '../../model/identity.ts';
import { halfWritten, hasErrorCode } from '../durable-files.ts';
import type { GarbageReport } from '../release-store.ts';
import { releasesInUse } from '../releases-in-use.ts';
import { withDirectoryLock } from './directory-lock.ts';
import type { RegistryFiles } from './registry-files.ts';
import type { StorePlaces } from './store-paths.ts';

const dayInMilliseconds = 24 * 60 * 60 * 1000;

interface Found {
  readonly name: string;
  readonly release: string;
}

/** What was taken out of sight, to be removed. */
interface Removal extends Found {
  readonly folder: string;
}

/**
 * See ReleaseStore.collectGarbage. Releases go out of sight under the lock, where no publish can be half done: the
 * manifest first, so that what is named is always whole. Their files are removed afterwards, which may take long.
 *
 * @param forget is told of each release when it is out of sight, also if others cannot go then
 */
export async function collectGarbage(
  places: StorePlaces,
  registryFiles: RegistryFiles,
  { olderThanDays, dryRun }: { readonly olderThanDays: number; readonly dryRun: boolean },
  forget: (name: string, release: string) => void,
): Promise<GarbageReport> {
  const since = new Date(Date.now() - olderThanDays * dayInMilliseconds);
  const { removals, kept } = await withDirectoryLock(places.locks, async (assertHeld) => {
    const takeAway = (found: Found): Promise<string> => hide(places, found, assertHeld).finally(() => forget(found.name, found.release));
    const inUse = await releasesInUse(await registryFiles.current(), (query) => registryFiles.readLog(query), since);
    const removals: Removal[] = [];
    const { whole, broken } = await storedReleases(places);
    for (const found of whole) {
      const needed = inUse.has(releaseKey(found.name, found.release)) || (await storedAt(places, found)) >= since;
      if (needed) continue;
      const folder = dryRun ? places.release(found.name, found.release).folder : await takeAway(found);
      removals.push({ ...found, folder });
    }
    const kept = whole.length - removals.length;
    if (!dryRun) {
      for (const found of broken) await rm(await takeAway(found), { recursive: true, force: true });
      await removeHalfWrittenFiles(places, assertHeld);
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

/** The releases in the store, and folders without a manifest, which a killed process left: under the lock nobody works on them. */
async function storedReleases({ files }: StorePlaces): Promise<{ readonly whole: Found[]; readonly broken: Found[] }> {
  const whole: Found[] = [];
  const broken: Found[] = [];
  for (const name of await entriesOf(files)) {
    if (!v.is(remoteNameSchema, name)) continue;
    const entries = new Set(await entriesOf(join(files, name)));
    const releases = new Set([...entries].map((entry) => entry.replace(/\.json$/, '')));
    for (const release of releases) {
      if (v.is(releaseIdSchema, release)) (entries.has(`${release}.json`) ? whole : broken).push({ name, release });
    }
  }
  return { whole, broken };
}

/** Removes what killed processes left of files that they were replacing: under the lock nobody is. */
async function removeHalfWrittenFiles({ registry, log, files }: StorePlaces, assertHeld: () => Promise<void>): Promise<void> {
  const folders = [dirname(registry), log, ...(await entriesOf(files)).map((name) => join(files, name))];
  for (const folder of folders) {
    for (const entry of await entriesOf(folder)) {
      if (!halfWritten.test(entry)) continue;
      await assertHeld();
      await rm(join(folder, entry), { force: true });
    }
  }
}

async function storedAt(places: StorePlaces, { name, release }: Found): Promise<Date> {
  return (await stat(places.release(name, release).manifest)).mtime;
}

async function hide(places: StorePlaces, { name, release }: Found, assertHeld: () => Promise<void>): Promise<string> {
  const { folder, manifest, trial, inspection } = places.release(name, release);
  await assertHeld();
  for (const file of [manifest, trial, inspection]) await rm(file, { force: true });
  await mkdir(places.incoming, { recursive: true });
  const hidden = join(places.incoming, randomUUID());
  try {
    // By its old age it would be taken there for what a killed process left.
    await utimes(folder, new Date(), new Date());
    await rename(folder, hidden);
  } catch (error) {
    // Somebody removed the folder by hand; what is left of the release goes too.
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
      // Somebody removed it by hand, or swept it up after an hour.
      if (!hasErrorCode(error, 'ENOENT')) throw error;
    }
  }
  return bytes;
}
