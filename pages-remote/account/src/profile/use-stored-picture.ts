import { useEffect, useState } from 'react';
import { auth, useAuth } from 'auth/auth';
import { findPicture, type StoredPicture } from './stored-picture.ts';

/** The person's picture as the service has it; null for none, and while that is not known. */
export interface KnownPicture {
  readonly stored: StoredPicture | null;
  /** It could not be read. */
  readonly isUnread: boolean;
}

const UNKNOWN: KnownPicture = { stored: null, isUnread: false };

/** Reads the picture of who is signed in; with the function that takes in what it is after a change. */
export function useStoredPicture(): readonly [known: KnownPicture, learn: (stored: StoredPicture | null) => void] {
  const person = useAuth(({ user }) => user?.id);
  const [known, setKnown] = useState(UNKNOWN);

  useEffect(() => {
    if (person === undefined) return undefined;
    let isWanted = true;
    auth
      .getSupabase()
      .then((client) => findPicture(client, person))
      .then(
        (stored) => isWanted && setKnown({ stored, isUnread: false }),
        // The screen says so, and goes on without.
        () => isWanted && setKnown({ stored: null, isUnread: true }),
      );
    return () => {
      isWanted = false;
    };
  }, [person]);

  return [known, (stored) => setKnown({ stored, isUnread: false })];
}
