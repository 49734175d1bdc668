import { useState } from 'react';
import { auth } from 'auth/auth';
import { PictureError, type PictureFault } from './picture-error.ts';
import type { Picture } from './picture-file.ts';
import { removePicture, storePicture, type StoredPicture } from './stored-picture.ts';

/** A change of the picture: what runs, and how the last one ended. */
export interface PictureChange {
  readonly running: 'store' | 'remove' | null;
  /** The part that is sent, from 0 to 1. */
  readonly part: number;
  readonly outcome: 'saved' | 'removed' | PictureFault | null;
  readonly forgetOutcome: () => void;
  readonly store: (picture: Picture) => void;
  readonly remove: (stored: StoredPicture) => void;
}

/**
 * Changes the picture of a person, one change at a time.
 *
 * @param onChanged hears what the picture is after a change
 */
export function usePictureChange(person: string, onChanged: (stored: StoredPicture | null) => void): PictureChange {
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
      setOutcome(error instanceof PictureError ? error.fault : 'trouble');
      if (!(error instanceof PictureError)) reportError(error);
    } finally {
      setRunning(null);
    }
  }

  return {
    running,
    part,
    outcome,
    forgetOutcome() {
      setOutcome(null);
    },
    store(picture) {
      void run('store', async () => storePicture(await auth.getSupabase(), person, picture, setPart));
    },
    remove(stored) {
      void run('remove', async () => {
        await removePicture(await auth.getSupabase(), person, stored);
        return null;
      });
    },
  };
}
