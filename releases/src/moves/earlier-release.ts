import { askGate } from '../gate/gate.ts';
import type { Registry } from '../model/registry.ts';
import { LogUnreadableError } from '../model/store-errors.ts';
import type { StoredFacts } from './stored-releases.ts';

/** How many moves, of all remotes, to look back at: each is a file, and everybody waits for the lock meanwhile. */
const lookBack = 1000;

/** So many of them are asked for at once. */
const batch = 50;

/** A way back: what shall be live, if that is known, and what shall not be taken. */
interface WayBack {
  readonly name: string;
  readonly release: string | null;
  readonly left: readonly (string | null)[];
}

/**
 * What becomes `previous` with a rollback, and live with a quarantine: the newest earlier release that is still stored,
 * that nobody rolled back from, and that the gate allows with what is live now. Visitors get it when the live one will
 * not load.
 *
 * @returns null if there is none within the newest moves, or they cannot be read: going back must not wait for it
 */
export async function soundPrevious(registry: Registry, way: WayBack, facts: StoredFacts): Promise<string | null> {
  try {
    for await (const release of earlierReleases(registry, way, facts)) {
      const reading = await facts.readManifestAnew(way.name, release);
      if (reading.status !== 'ok') continue;
      const evidence = await facts.readEvidence(way.name, release);
      if ((await askGate(registry, reading.manifest, evidence, facts.readManifest)).allowed) return release;
    }
  } catch (error) {
    if (!(error instanceof LogUnreadableError)) throw error;
  }
  return null;
}

/** The releases that were live before, the newest first, each once. @throws LogUnreadableError */
async function* earlierReleases(registry: Registry, { name, release, left }: WayBack, facts: StoredFacts): AsyncGenerator<string> {
  const given = new Set([release, ...left]);
  const oldest = registry.revision + 1 - lookBack;
  for (let before = registry.revision + 1; before > oldest; ) {
    const entries = await facts.readLog({ before, limit: Math.min(batch, before - oldest) });
    for (const entry of entries) {
      if (entry.name !== name) continue;
      if (entry.release !== null && !given.has(entry.release)) {
        given.add(entry.release);
        yield entry.release;
      }
      // What came before in time is read after: earlier moves to a release that was left for being bad do not count.
      const wasBad = entry.action === 'rollback' || entry.action === 'quarantine';
      if (wasBad && entry.replaced !== entry.release) given.add(entry.replaced);
    }
    before = entries.at(-1)?.revision ?? oldest;
  }
}
