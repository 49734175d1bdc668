import { useEffect, useState } from 'react';
import { auth, useAuth } from 'auth/auth';
import { useRetryOnline } from '../form/use-loaded.ts';
import type { Picture } from './chosen-picture.ts';
import { findPicture, PictureError, type PictureErrorReason, removePicture, storePicture, type StoredPicture } from './stored-picture.ts';

interface LoadedPicture {
  /** Null when the user has no picture, and until it is loaded. */
  readonly stored: StoredPicture | null;
  /** The picture could not be loaded. */
  readonly isUnavailable: boolean;
}

const NOT_LOADED: LoadedPicture = { stored: null, isUnavailable: false };

/** Loads the picture of the signed-in user. The function sets the picture after a change. */
export function useStoredPicture(): readonly [loaded: LoadedPicture, setStored: (stored: StoredPicture | null) => void] {
  const userId = useAuth(({ user }) => user?.id);
  const [loaded, setLoaded] = useState(NOT_LOADED);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (userId === undefined) return undefined;
    let isStale = false;
    auth
      .getSupabase()
      .then((client) => findPicture(client, userId))
      .then(
        (stored) => isStale || setLoaded({ stored, isUnavailable: false }),
        // The screen says so, and works without it.
        () => isStale || setLoaded({ stored: null, isUnavailable: true }),
      );
    return () => {
      isStale = true;
    };
  }, [userId, attempt]);
  useRetryOnline(loaded.isUnavailable, () => setAttempt((before) => before + 1));

  return [loaded, (stored) => setLoaded({ stored, isUnavailable: false })];
}

/** A change of the picture: the running one, and how the last one ended. */
export interface PictureChange {
  readonly running: 'store' | 'remove' | null;
  /** The part that is uploaded, from 0 to 1. */
  readonly part: number;
  readonly outcome: 'saved' | 'removed' | PictureErrorReason | null;
  readonly clearOutcome: () => void;
  readonly store: (picture: Picture) => void;
  readonly remove: (stored: StoredPicture) => void;
}

/**
 * Changes the picture of a user, one change at a time.
 *
 * @param onChanged called with the new picture after a change
 */
export function usePictureChange(userId: string, onChanged: (stored: StoredPicture | null) => void): PictureChange {
  const [running, setRunning] = useState<PictureChange['running']>(null);
  const [part, setPart] = useState(0);
  const [outcome, setOutcome] = useState<PictureChange['outcome']>(null);

  async function run(kind: 'store' | 'remove', change: () => Promise<StoredPicture | null>): Promise<void> {
    if (running !== null) return;
    setRunning(kind);
    setPart(0);
    setOutcome(null);
    try {
      onChanged(await change());
      setOutcome(kind === 'store' ? 'saved' : 'removed');
    } catch (error) {
      setOutcome(error instanceof PictureError ? error.reason : 'serverError');
      if (!(error instanceof PictureError)) reportError(error);
    } finally {
      setRunning(null);
    }
  }

  return {
    running,
    part,
    outcome,
    clearOutcome() {
      setOutcome(null);
    },
    store(picture) {
      void run('store', async () => storePicture(await auth.getSupabase(), userId, picture, setPart));
    },
    remove(stored) {
      void run('remove', async () => {
        await removePicture(await auth.getSupabase(), userId, stored);
        return null;
      });
    },
  };
}
