import * as v from 'valibot';
import { releaseKey } from '../../model/identity.ts';
import type { LogEntry, LogQuery } from '../../model/move.ts';
import type { Registry } from '../../model/registry.ts';
import type { GarbageReport, RemovedRelease } from '../release-store.ts';
import { releasesInUse } from '../releases-in-use.ts';
import { removeFiles } from './bucket.ts';
import { callFunction, type ReleaseProject } from './project-request.ts';

const secondsInDay = 24 * 60 * 60;

const storedSchema = v.array(v.object({ name: v.string(), release: v.string(), bytes: v.number(), age: v.number() }));

const abandonedSchema = v.array(v.object({ upload: v.string(), keys: v.array(v.string()) }));

/** What collecting garbage has to know of the registry and the log. */
export interface GarbageFacts {
  readonly registry: () => Promise<Registry>;
  readonly readLog: (query: LogQuery) => Promise<readonly LogEntry[]>;
  /** Is told of each release that goes. */
  readonly forget: (name: string, release: string) => Promise<void>;
}

/**
 * See ReleaseStore.collectGarbage. The database removes a release only at the revision at which nothing needed it, so no
 * move can make it live meanwhile; its files go afterwards, with those that publishers left who died.
 */
export async function removeGarbage(
  project: ReleaseProject,
  facts: GarbageFacts,
  { olderThanDays, dryRun }: { readonly olderThanDays: number; readonly dryRun: boolean },
): Promise<GarbageReport> {
  const olderThan = olderThanDays * secondsInDay;
  const removed: RemovedRelease[] = [];
  for (;;) {
    const registry = await facts.registry();
    const inUse = await releasesInUse(registry, facts.readLog, new Date(Date.now() - olderThan * 1000));
    const stored = await callFunction(project, 'atrium_list_releases', {}, storedSchema);
    const unneeded = stored.filter(({ name, release, age }) => age > olderThan && !inUse.has(releaseKey(name, release)));
    if (dryRun) return { removed: unneeded.map(withoutAge), kept: stored.length - unneeded.length };
    const gone: RemovedRelease[] = [];
    const moved = !(await removeAll(project, facts, { unneeded: unneeded.map(withoutAge), revision: registry.revision, olderThan, gone }));
    removed.push(...gone);
    if (moved) continue;
    await removeAbandonedFiles(project);
    return { removed, kept: stored.length - gone.length };
  }
}

interface Removal {
  readonly unneeded: readonly RemovedRelease[];
  readonly revision: number;
  readonly olderThan: number;
  /** Takes what was removed. */
  readonly gone: RemovedRelease[];
}

/** Removes releases as long as the registry is at the revision; false if it moved on. */
async function removeAll(project: ReleaseProject, { forget }: GarbageFacts, { unneeded, revision, olderThan, gone }: Removal): Promise<boolean> {
  for (const one of unneeded) {
    const given = { remote: one.name, id: one.release, expected: revision, older_than: olderThan };
    const outcome = await callFunction(project, 'atrium_remove_release', given, v.picklist(['removed', 'kept', 'clash']));
    if (outcome === 'clash') return false;
    if (outcome === 'kept') continue;
    await forget(one.name, one.release);
    gone.push(one);
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
