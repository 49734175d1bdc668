import { setTimeout as pause } from 'node:timers/promises';
import { registeredRemote, type Move, type MoveResult, type Registry } from '@atrium/releases/model';
import { currentRegistry, RevisionMismatchError, type ReleaseStore } from '@atrium/releases/stores';

/** Milliseconds to keep retrying while other moves come first. Each failed attempt means that another move succeeded. */
const RETRY_FOR = 60_000;

/** Maximum random delay before a retry, in milliseconds, so that competing moves do not collide again. */
const MAX_JITTER = 120;

/**
 * Moves a pointer of the registry. If another remote was moved at the same time, it retries from the new state, and the store
 * runs the gate again. If this remote was moved, it fails: a person has to decide whether the move is still wanted. A rollback and a
 * promotion must name their release.
 *
 * @param seen the registry that the caller based the move on, if it has read one
 * @throws RevisionMismatchError if this remote was moved meanwhile, or other moves keep coming first; everything that
 *   `ReleaseStore.move` throws
 */
export async function movePointer(store: ReleaseStore, move: Omit<Move, 'expectedRevision'>, seen?: Registry): Promise<MoveResult> {
  const deadline = Date.now() + RETRY_FOR;
  let registry = seen ?? (await currentRegistry(store));
  const before = stateOf(registry, move);
  for (;;) {
    try {
      return await store.move({ ...move, expectedRevision: registry.revision });
    } catch (error) {
      if (!(error instanceof RevisionMismatchError) || Date.now() > deadline) throw error;
      await pause(Math.random() * MAX_JITTER);
      registry = await currentRegistry(store);
      // If the other move made the same release live, the store reports that nothing changes.
      if (stateOf(registry, move) !== before && liveOf(registry, move.name) !== move.release) throw error;
    }
  }
}

/** The state that a move depends on: the live release, and for canaries also the canary. */
function stateOf(registry: Registry, { action, name }: Pick<Move, 'action' | 'name'>): string {
  const canary = action === 'canary' || action === 'promote' ? registeredRemote(registry, name)?.canary : null;
  return JSON.stringify([liveOf(registry, name), canary]);
}

function liveOf(registry: Registry, name: string): string | null {
  return registeredRemote(registry, name)?.live ?? null;
}
