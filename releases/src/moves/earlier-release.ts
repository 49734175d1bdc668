import { askGate } from '../gate/gate.ts';
import type { Registry } from '../model/registry.ts';
import { LogUnreadableError } from '../model/store-errors.ts';
import type { StoreReader } from './admit-release.ts';

/** The number of moves, of all remotes, to search. Each is a file, and other moves wait for the lock meanwhile. */
const MAX_MOVES_READ = 1000;

/** The number of log entries in one read. */
const LOG_BATCH = 50;

/** What to search for. */
interface Search {
  readonly name: string;
  /** The release that goes live, if it is known. */
  readonly release: string | null;
  /** Releases that must not be found. */
  readonly excluded: readonly (string | null)[];
}

/**
 * Finds the release to fall back to after a rollback or a quarantine: the newest earlier one that is still stored, that no
 * rollback or quarantine has replaced, and that the gate allows with the live releases of the other remotes.
 *
 * @returns null if none of the newest moves has one, or if the log is unreadable: going back must not depend on it
 */
export async function earlierRelease(registry: Registry, search: Search, reader: StoreReader): Promise<string | null> {
  try {
    for await (const release of candidates(registry, search, reader)) {
      const reading = await reader.readCurrentManifest(search.name, release);
      if (reading.status !== 'ok') continue;
      const evidence = await reader.readEvidence(search.name, release);
      if ((await askGate(registry, reading.manifest, evidence, reader.readManifest)).allowed) return release;
    }
  } catch (error) {
    if (!(error instanceof LogUnreadableError)) throw error;
  }
  return null;
}

/** The releases that were live before, the newest first, each once. @throws LogUnreadableError */
async function* candidates(registry: Registry, { name, release, excluded }: Search, reader: StoreReader): AsyncGenerator<string> {
  const seen = new Set([release, ...excluded]);
  const oldest = registry.revision + 1 - MAX_MOVES_READ;
  for (let before = registry.revision + 1; before > oldest; ) {
    const entries = await reader.readLog({ before, limit: Math.min(LOG_BATCH, before - oldest) });
    for (const entry of entries) {
      if (entry.name !== name) continue;
      if (entry.release !== null && !seen.has(entry.release)) {
        seen.add(entry.release);
        yield entry.release;
      }
      // The log is read newest first, so this also excludes earlier moves to a release that was later replaced for being bad.
      const wasBad = entry.action === 'rollback' || entry.action === 'quarantine';
      if (wasBad && entry.replaced !== entry.release) seen.add(entry.replaced);
    }
    before = entries.at(-1)?.revision ?? oldest;
  }
}
