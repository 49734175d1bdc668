import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { readRows } from '../data/read-rows.ts';
import { assertAnswered, WorkspaceError } from '../data/workspace-error.ts';
import { deleteRow } from '../data/deletions.ts';
import { type Board, boardSchema, type MyInvitation, myInvitationSchema } from './board.ts';

const TABLE = 'workspace_boards';
const COLUMNS = 'id,name,owner,created_at,workspace_members(person),workspace_channels(channel),account_profiles!workspace_boards_owner_fkey(name)';

/**
 * All boards that the person owns or is a member of, the oldest first.
 * @throws {WorkspaceError}
 */
export async function listBoards(client: SupabaseClient, signal: AbortSignal): Promise<readonly Board[]> {
  const answer = await client.from(TABLE).select(COLUMNS).order('created_at').order('id').abortSignal(signal);
  assertAnswered(answer);
  return readRows(boardSchema, answer.data);
}

/**
 * A board; null where there is none that the person may see.
 * @throws {WorkspaceError}
 */
export async function findBoard(client: SupabaseClient, id: string, signal: AbortSignal): Promise<Board | null> {
  const answer = await client.from(TABLE).select(COLUMNS).eq('id', id).abortSignal(signal);
  assertAnswered(answer);
  return readRows(boardSchema, answer.data)[0] ?? null;
}

/**
 * Makes a board under an id of the caller's, so that a try whose answer was lost can be repeated.
 * @throws {WorkspaceError}
 */
export async function addBoard(client: SupabaseClient, board: Pick<Board, 'id' | 'name'>): Promise<void> {
  const answer = await client.from(TABLE).insert({ id: board.id, name: board.name });
  if (answer.error?.code !== '23505') assertAnswered(answer);
}

/**
 * Gives a board another name.
 * @throws {WorkspaceError} also when it is gone, or another person's
 */
export async function renameBoard(client: SupabaseClient, id: string, name: string): Promise<void> {
  const answer = await client.from(TABLE).update({ name }).eq('id', id).select('id');
  assertAnswered(answer);
  if (answer.data?.length === 0) throw new WorkspaceError('refused', null);
}

/**
 * Deletes a board of the person's with everything on it.
 * @throws {WorkspaceError} also when it is gone, or another person's by now
 */
export async function deleteBoard(client: SupabaseClient, person: string, id: string): Promise<void> {
  const owned = await client.from(TABLE).select('id').eq('id', id).eq('owner', person);
  assertAnswered(owned);
  if (owned.data?.length === 0) throw new WorkspaceError('refused', null);
  await deleteRow(client, 'board', id);
}

/**
 * The invitations to the person that still hold, the newest first.
 * @throws {WorkspaceError}
 */
export async function listMyInvitations(client: SupabaseClient, signal: AbortSignal): Promise<readonly MyInvitation[]> {
  const answer = await client.rpc('workspace_my_invitations').abortSignal(signal);
  assertAnswered(answer);
  return readRows(myInvitationSchema, answer.data);
}

/**
 * Makes the person a member of the board that they are invited to.
 * @throws {WorkspaceError}
 */
export async function acceptInvitation(client: SupabaseClient, board: string): Promise<void> {
  assertAnswered(await client.rpc('workspace_accept_invitation', { board }));
}

/**
 * Declines the invitation to a board. Of a board that is not one's own, one sees no other invitations.
 * @throws {WorkspaceError}
 */
export async function declineInvitation(client: SupabaseClient, board: string): Promise<void> {
  assertAnswered(await client.from('workspace_invitations').delete().eq('board', board));
}
