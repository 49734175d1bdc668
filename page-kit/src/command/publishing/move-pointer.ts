import { setTimeout as pause } from 'node:timers/promises';
import type { Move, MoveResult } from '@atrium/releases/move';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { RegistryUnreadableError, RevisionMismatchError } from '@atrium/releases/store-errors';

/** Milliseconds for which a move is tried anew when others move first. Each time one of them has come through. */
const patience = 60_000;

/** Milliseconds that two of many who try at once wait apart, at most. */
const spread = 120;

/**
 * Moves a pointer from whatever the registry says now; when somebody else is quicker, from what it says then. The
 * gate's checks run anew each time, inside the store.
 *
 * @throws RevisionMismatchError when others are quicker again and again, and all that `ReleaseStore.move` throws
 */
export async function movePointer(store: ReleaseStore, move: Omit<Move, 'expectedRevision'>): Promise<MoveResult> {
  const deadline = Date.now() + patience;
  for (;;) {
    const reading = await store.readRegistry();
    if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
    const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
    try {
      return await store.move({ ...move, expectedRevision });
    } catch (error) {
      if (!(error instanceof RevisionMismatchError) || Date.now() > deadline) throw error;
      await pause(Math.random() * spread);
    }
  }
}
