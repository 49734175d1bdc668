import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformMove } from '@atrium/releases/move';
import type { PlatformRemote, PlatformState } from '@atrium/releases/platform-wire';
import { useState } from 'react';
import { sendMove, type Refusal } from './platform-requests.ts';
import type { StateWatch } from './state-watch.ts';

/** What a person saw of a remote when they decided. */
export interface Seen {
  readonly remote: PlatformRemote;
  readonly revision: number;
}

/** What of a wish the person says; the rest follows from what they saw. */
export type MoveWish = Pick<PlatformMove, 'action' | 'release' | 'percent' | 'why' | 'force'>;

/** So often a move is sent again because others moved something else. */
const TRIES = 4;

/**
 * Sends moves of one remote that rest on what the person saw of it. Where others moved another remote meanwhile, the move is
 * sent again: nothing that it rests on has changed, and the gate looks at the rest. Where they moved this one, the person
 * has to look first.
 */
export function useMove(auth: AuthHandle, watch: StateWatch, name: string, begin: PlatformState) {
  const [seen, setSeen] = useState(() => seenIn(begin, name));
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const refuse = (by: Refusal): null => {
    setRefusal(by);
    return null;
  };

  /** Gives whether it changed anything; null where it was refused. */
  const send = async (wish: MoveWish): Promise<boolean | null> => {
    if (!seen) return null;
    let rests = seen;
    for (let left = TRIES; ; left -= 1) {
      const outcome = await sendMove(auth, { ...wish, name, expectedRevision: rests.revision });
      if (outcome.ok) {
        watch.take(outcome.value.state);
        return outcome.value.moved;
      }
      if (outcome.refusal.problem === 'revision-mismatch') {
        const state = await watch.refreshAnew();
        const now = state && seenIn(state, name);
        if (now && left > 1 && isSame(now.remote, rests.remote)) {
          rests = now;
          continue;
        }
        // Without an answer there is nothing to look at, and nothing was moved.
        if (!now) return refuse({ ...outcome.refusal, problem: watch.known().problem ?? 'invalid-move' });
        setSeen(now);
      } else if (outcome.refusal.problem === 'unreachable') {
        void watch.refresh();
      }
      return refuse(outcome.refusal);
    }
  };
  return { seen, refusal, forget: () => setRefusal(null), send };
}

function seenIn({ remotes, revision }: PlatformState, name: string): Seen | null {
  const remote = remotes.find((one) => one.name === name);
  return remote ? { remote, revision } : null;
}

/** Both come from one schema, which gives the keys one order. */
function isSame(one: PlatformRemote, other: PlatformRemote): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
