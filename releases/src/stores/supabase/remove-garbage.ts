import * as v from 'valibot';
import { releaseKey } from '../../model/identity.ts';
import type { LogEntry, LogQuery } from '../../model/move.ts';
import type { Registry } from '../../model/registry.ts';
import type { GarbageReport, RemovedRelease } from '../release-store.ts';
import { releasesInUse } from '../releases-in-use.ts';
import { removeFiles } from './bucket.ts';
import { callFunction, type ReleaseProject } from './project-request.ts';

const SECONDS_PER_DAY = 24 * 60 * 60;

const storedSchema = v.array(v.object({ name: v.string(), release: v.string(), bytes: v.number(), age: v.number() }));

const abandonedSchema = v.array(v.object({ upload: v.string(), keys: v.array(v.string()) }));

/** The parts of the store that garbage collection uses. */
interface GarbageSource {
  readonly registry: () => Promise<Registry>;
  readonly readLog: (query: LogQuery) => Promise<readonly LogEntry[]>;
  /** Whether the database has a release now. */
  readonly isStored: (name: string, release: string) => Promise<boolean>;
  /** Called for each removed release. */
  readonly forget: (name: string, release: string) => Promise<void>;
}

/**
 * See ReleaseStore.collectGarbage. The database removes a release only while the registry is at the checked revision, so
 * that no move can make it live meanwhile. Its files are removed afterwards, with those of abandoned uploads.
 */
export async function removeGarbage(
  project: ReleaseProject,
  source: GarbageSource,
  { olderThanDays, dryRun }: { readonly olderThanDays: number; readonly dryRun: boolean },
): Promise<GarbageReport> {
  const olderThan = olderThanDays * SECONDS_PER_DAY;
  const removed: RemovedRelease[] = [];
  for (;;) {
    const registry = await source.registry();
    const inUse = await releasesInUse(registry, source.readLog, new Date(Date.now() - olderThan * 1000));
    const stored = await callFunction(project, 'atrium_list_releases', {}, storedSchema);
    const unused = stored.filter(({ name, release, age }) => age > olderThan && !inUse.has(releaseKey(name, release)));
    if (dryRun) return { removed: unused.map(withoutAge), kept: stored.length - unused.length };
    const removedNow: RemovedRelease[] = [];
    const moved = !(await removeAll(project, source, { unused: unused.map(withoutAge), revision: registry.revision, olderThan, removedNow }));
    removed.push(...removedNow);
    if (moved) continue;
    await removeAbandonedFiles(project);
    return { removed, kept: stored.length - removedNow.length };
  }
}

interface Removal {
  readonly unused: readonly RemovedRelease[];
  readonly revision: number;
  readonly olderThan: number;
  /** Receives the removed releases. */
  readonly removedNow: RemovedRelease[];
}

/** Removes releases while the registry is at the revision; false if it changed. */
async function removeAll(project: ReleaseProject, { isStored, forget }: GarbageSource, { unused, revision, olderThan, removedNow }: Removal): Promise<boolean> {
  for (const one of unused) {
    const given = { remote: one.name, id: one.release, expected: revision, older_than: olderThan };
    const outcome = await callFunction(project, 'atrium_remove_release', given, v.picklist(['removed', 'kept', 'clash']));
    // The response to a successful removal may have been lost. If two runs overlap, both report a release that either of them removed.
    if (outcome !== 'removed' && (await isStored(one.name, one.release))) {
      if (outcome === 'clash') return false;
      continue;
    }
    await forget(one.name, one.release);
    removedNow.push(one);
  }
  return true;
}

async function removeAbandonedFiles(project: ReleaseProject): Promise<void> {
  for (const { upload, keys } of await callFunction(project, 'atrium_abandoned_uploads', {}, abandonedSchema)) {
    await removeFiles(project, keys);
    await callFunction(project, 'atrium_forget_upload', { upload_id: upload }, v.null());
  }
}

function withoutAge({ name, release, bytes }: v.InferOutput<typeof storedSchema>[number]): RemovedRelease {
  return { name, release, bytes };
}
