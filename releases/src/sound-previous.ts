import { askGate } from './gate/ask-gate.ts';
import type { StoredFacts } from './planned-move.ts';
import type { Registry } from './registry.ts';
import { LogUnreadableError } from './store-errors.ts';

/** How many moves of a remote to look back at. */
const lookBack = 100;

/** A rollback: what shall be live, and what was until now. */
interface Rollback {
  readonly name: string;
  readonly release: string;
  readonly left: string | null;
}

/**
 * What becomes `previous` with a rollback: the newest earlier release that is still stored, that nobody rolled back
 * from, and that the gate allows with what is live now. Visitors get it when the live one will not load.
 *
 * @returns null if there is none, or the log cannot be read: going back must not wait for it
 */
export async function soundPrevious(registry: Registry, rollback: Rollback, facts: StoredFacts): Promise<string | null> {
  for (const release of await earlierReleases(rollback, facts)) {
    const reading = await facts.readManifestAnew(rollback.name, release);
    if (reading.status !== 'ok') continue;
    const evidence = await facts.readEvidence(rollback.name, release);
    if ((await askGate(registry, reading.manifest, evidence, facts.readManifest)).allowed) return release;
  }
  return null;
}

async function earlierReleases({ name, release, left }: Rollback, facts: StoredFacts): Promise<ReadonlySet<string>> {
  const given = new Set([release, left]);
  const found = new Set<string>();
  try {
    for (const entry of await facts.readLog({ name, limit: lookBack })) {
      if (entry.release !== null && !given.has(entry.release)) found.add(entry.release);
      // What came before in time is read after: earlier moves to a release that was left for being bad do not count.
      if (entry.action === 'rollback') given.add(entry.replaced);
    }
  } catch (error) {
    if (!(error instanceof LogUnreadableError)) throw error;
  }
  return found;
}
