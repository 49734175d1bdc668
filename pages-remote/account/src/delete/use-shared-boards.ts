import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { auth, useAuth } from 'auth/auth';
import { useRetryOnline } from '../form/use-loaded.ts';

/** A board of the user that others use too. It passes to another member when the user's account is deleted. */
interface SharedBoard {
  readonly id: string;
  readonly name: string;
  /** The name of the member who gets the board; empty when they have none. */
  readonly newOwner: string;
}

/** The boards of the signed-in user that others use too, or why they are not known. */
export function useSharedBoards(): readonly SharedBoard[] | 'loading' | 'unavailable' {
  const userId = useAuth(({ user }) => user?.id);
  const [boards, setBoards] = useState<readonly SharedBoard[] | 'loading' | 'unavailable'>('loading');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (userId === undefined) return undefined;
    let isStale = false;
    auth
      .getSupabase()
      .then((client) => loadSharedBoards(client, userId))
      .then(
        (loaded) => isStale || setBoards(loaded),
        // The deletion works without the list, and the screen says so.
        () => isStale || setBoards('unavailable'),
      );
    return () => {
      isStale = true;
    };
  }, [userId, attempt]);
  useRetryOnline(boards === 'unavailable', () => setAttempt((before) => before + 1));

  return boards;
}

const boardsSchema = v.array(
  v.object({ id: v.string(), name: v.string(), workspace_members: v.array(v.object({ person: v.string(), role: v.string(), joined_at: v.string() })) }),
);
const profilesSchema = v.array(v.object({ person: v.string(), name: v.string() }));

/**
 * Loads the boards that pass on, with the member who gets each: the editor who joined first or, without editors, the viewer who did
 * (`workspace_private.pass_boards_on`).
 *
 * @throws the error of the service, or a schema error for its response
 */
async function loadSharedBoards(client: SupabaseClient, userId: string): Promise<readonly SharedBoard[]> {
  const owned = await client
    .from('workspace_boards')
    .select('id,name,workspace_members(person,role,joined_at)')
    .eq('owner', userId)
    .order('name')
    .throwOnError();
  const passing = v.parse(boardsSchema, owned.data).flatMap(({ id, name, workspace_members: members }) => {
    const first = members.filter((member) => member.person !== userId).sort(byRoleAndJoining)[0]?.person;
    return first === undefined ? [] : [{ id, name, newOwner: first }];
  });
  if (passing.length === 0) return [];
  const newOwners = [...new Set(passing.map(({ newOwner }) => newOwner))];
  const found = await client.from('account_profiles').select('person,name').in('person', newOwners).throwOnError();
  const names = new Map(v.parse(profilesSchema, found.data).map((profile) => [profile.person, profile.name]));
  return passing.map((board) => ({ ...board, newOwner: names.get(board.newOwner) ?? '' }));
}

interface Member {
  readonly person: string;
  readonly role: string;
  readonly joined_at: string;
}

/** The order that the database uses. Its times are in UTC with microseconds, so comparing them as text is exact. */
function byRoleAndJoining(one: Member, other: Member): number {
  const isViewer = ({ role }: Member) => Number(role === 'viewer');
  if (isViewer(one) !== isViewer(other)) return isViewer(one) - isViewer(other);
  return one.joined_at + one.person < other.joined_at + other.person ? -1 : 1;
}
