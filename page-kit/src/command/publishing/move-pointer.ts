import { setTimeout as pause } from 'node:timers/promises';
import type { Move, MoveResult } from '@atrium/releases/move';
import { registeredRemote, type Registry } from '@atrium/releases/registry';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { RevisionMismatchError } from '@atrium/releases/store-errors';
import { currentRegistry } from './current-registry.ts';

/** Milliseconds for which a move is tried anew when others move first. Each time one of them has come through. */
const patience = 60_000;

/** Milliseconds that two of many who try at once wait apart, at most. */
const spread = 120;

/**
 * Moves a pointer from whatever the registry says now. When somebody else is quicker with another remote, it is moved
 * from what the registry says then, and the gate's checks run anew, inside the store. When they moved this remote, the
 * move ends: whether it is still wished is for a person to say. A rollback and a promotion must name their release.
 *
 * @param seen the registry that the wish rests on, where it was read before
 * @throws RevisionMismatchError when somebody else moved this remote meanwhile, or others are quicker again and again;
 *   and all that `ReleaseStore.move` throws
 */
export async function movePointer(store: ReleaseStore, move: Omit<Move, 'expectedRevision'>, seen?: Registry): Promise<MoveResult> {
  const deadline = Date.now() + patience;
  let now = seen ?? (await currentRegistry(store));
  const before = stateOf(now, move);
  for (;;) {
    try {
      return await store.move({ ...move, expectedRevision: now.revision });
    } catch (error) {
      if (!(error instanceof RevisionMismatchError) || Date.now() > deadline) throw error;
      await pause(Math.random() * spread);
      now = await currentRegistry(store);
      // What somebody else made live may be what is wished: the store says so.
      if (stateOf(now, move) !== before && liveOf(now, move.name) !== move.release) throw error;
    }
  }
}

/** What the wish rests on: what is live, and for canaries the canary. */
function stateOf(registry: Registry, { action, name }: Pick<Move, 'action' | 'name'>): string {
  const canary = action === 'canary' || action === 'promote' ? registeredRemote(registry, name)?.canary : null;
  return JSON.stringify([liveOf(registry, name), canary]);
}

function liveOf(registry: Registry, name: string): string | null {
  return registeredRemote(registry, name)?.live ?? null;
}
