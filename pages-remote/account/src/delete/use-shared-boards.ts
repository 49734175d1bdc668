import { useEffect, useState } from 'react';
import { auth, useAuth } from 'auth/auth';
import { readSharedBoards, type SharedBoard } from './shared-boards.ts';

/** The boards of the person that others use too; `reading` at first, `unread` where that failed. */
export function useSharedBoards(): readonly SharedBoard[] | 'reading' | 'unread' {
  const person = useAuth(({ user }) => user?.id);
  const [boards, setBoards] = useState<readonly SharedBoard[] | 'reading' | 'unread'>('reading');

  useEffect(() => {
    if (person === undefined) return undefined;
    let isWanted = true;
    auth
      .getSupabase()
      .then((client) => readSharedBoards(client, person))
      .then(
        (found) => isWanted && setBoards(found),
        // The deletion goes the same way without the list, and the screen says so.
        () => isWanted && setBoards('unread'),
      );
    return () => {
      isWanted = false;
    };
  }, [person]);

  return boards;
}
