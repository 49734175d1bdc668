import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { assertSuccess, readRows, WorkspaceError } from './workspace-error.ts';

const TABLE = 'workspace_members';

const memberSchema = v.object({
  person: v.string(),
  role: v.picklist(['owner', 'member']),
  joined_at: v.string(),
  account_profiles: v.nullable(v.object({ name: v.string() })),
});

/** A row of `workspace_members`, with the person's profile. */
export type Member = Readonly<v.InferOutput<typeof memberSchema>>;

/**
 * The members of a board, in the order in which they joined.
 * @throws {WorkspaceError}
 */
export async function listMembers(client: SupabaseClient, board: string, signal: AbortSignal): Promise<readonly Member[]> {
  const columns = 'person,role,joined_at,account_profiles(name)';
  return readRows(memberSchema, await client.from(TABLE).select(columns).eq('board', board).order('joined_at').order('person').abortSignal(signal));
}

/**
 * Removes a member from a board: the user themselves or, if they own the board, another member.
 * @throws {WorkspaceError}
 */
export async function removeMember(client: SupabaseClient, board: string, person: string): Promise<void> {
  const response = await client.from(TABLE).delete().eq('board', board).eq('person', person).select('person');
  assertSuccess(response);
  // The page does not offer to remove the owner, so the member has left already.
  if (response.data?.length === 0) throw new WorkspaceError('gone', null);
}

/**
 * Makes a member the owner of the board.
 * @throws {WorkspaceError}
 */
export async function handOver(client: SupabaseClient, board: string, person: string): Promise<void> {
  assertSuccess(await client.rpc('workspace_hand_over_board', { board, person }));
}
