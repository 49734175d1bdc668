import { releaseKey } from '../model/identity.ts';
import type { LogEntry, LogQuery } from '../model/move.ts';
import type { Registry } from '../model/registry.ts';

/** The number of log entries in one read. */
const LOG_BATCH = 200;

/**
 * The releases, by {@link releaseKey}, that tabs may use if they started after a given time: by the log, all that were
 * live, canary or `previous` since then.
 */
export async function releasesInUse(
  registry: Registry,
  readLog: (query: LogQuery) => Promise<readonly LogEntry[]>,
  since: Date,
): Promise<ReadonlySet<string>> {
  const inUse = new Set<string>();
  const keep = (name: string, releases: readonly (string | null)[]): void => {
    for (const release of releases) if (release !== null) inUse.add(releaseKey(name, release));
  };
  for (const [name, { live, previous, canary }] of Object.entries(registry.remotes)) keep(name, [live, previous, canary?.release ?? null]);
  /** Remotes whose state at that time is not known yet. Their last move before it shows the state. */
  const open = new Set(Object.keys(registry.remotes));
  let before = registry.revision + 1;
  while (open.size > 0) {
    const entries = await readLog({ before, limit: LOG_BATCH });
    for (const { name, release, previous, replaced, canary, when } of entries) {
      if (!open.has(name)) continue;
      keep(name, [release, previous, canary?.release ?? null]);
      if (new Date(when) < since) open.delete(name);
      else keep(name, [replaced]);
    }
    const last = entries.at(-1);
    if (last === undefined) break;
    before = last.revision;
  }
  return inUse;
}
