import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';

/** A board of a person's own that others use too, and to whom it passes when the person goes. */
export interface SharedBoard {
  readonly id: string;
  readonly name: string;
  /** Empty where that person has given no name. */
  readonly heir: string;
}

const boardsSchema = v.array(
  v.object({ id: v.string(), name: v.string(), workspace_members: v.array(v.object({ person: v.string(), joined_at: v.string() })) }),
);
const profilesSchema = v.array(v.object({ person: v.string(), name: v.string() }));

/**
 * Reads which boards pass on, and to whom: to the member who joined first (`workspace_private.pass_boards_on`).
 *
 * @throws what the service refused with, or a schema's complaint about its answer
 */
export async function readSharedBoards(client: SupabaseClient, person: string): Promise<readonly SharedBoard[]> {
  const owned = await client
    .from('workspace_boards')
    .select('id,name,workspace_members(person,joined_at)')
    .eq('owner', person)
    .order('name')
    .throwOnError();
  const passing = v.parse(boardsSchema, owned.data).flatMap(({ id, name, workspace_members: members }) => {
    const heir = members.filter((member) => member.person !== person).sort(byJoining)[0]?.person;
    return heir === undefined ? [] : [{ id, name, heir }];
  });
  if (passing.length === 0) return [];
  const heirs = [...new Set(passing.map(({ heir }) => heir))];
  const found = await client.from('account_profiles').select('person,name').in('person', heirs).throwOnError();
  const names = new Map(v.parse(profilesSchema, found.data).map((profile) => [profile.person, profile.name]));
  return passing.map((board) => ({ ...board, heir: names.get(board.heir) ?? '' }));
}

interface Joined {
  readonly person: string;
  readonly joined_at: string;
}

/** As the database decides. Its times are in UTC, to the microsecond, so they are compared as text. */
function byJoining(one: Joined, other: Joined): number {
  return one.joined_at + one.person < other.joined_at + other.person ? -1 : 1;
}
