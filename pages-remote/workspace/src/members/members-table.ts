import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { readRows } from '../data/read-rows.ts';
import { assertAnswered, WorkspaceError } from '../data/workspace-error.ts';
import { type Member, memberSchema, type OpenInvitation, openInvitationSchema } from './member.ts';

const TABLE = 'workspace_members';
const INVITATIONS = 'workspace_invitations';

/**
 * The people of a board, those first who came first.
 * @throws {WorkspaceError}
 */
export async function listMembers(client: SupabaseClient, board: string, signal: AbortSignal): Promise<readonly Member[]> {
  const answer = await client
    .from(TABLE)
    .select('person,role,joined_at,account_profiles(name)')
    .eq('board', board)
    .order('joined_at')
    .order('person')
    .abortSignal(signal);
  assertAnswered(answer);
  return readRows(memberSchema, answer.data);
}

/**
 * Takes a person from a board: oneself, or, as its owner, another.
 * @throws {WorkspaceError}
 */
export async function removeMember(client: SupabaseClient, board: string, person: string): Promise<void> {
  const answer = await client.from(TABLE).delete().eq('board', board).eq('person', person).select('person');
  assertAnswered(answer);
  // The owner cannot leave, and whoever is gone already is gone: both are nothing that this page offers.
  if (answer.data?.length === 0) throw new WorkspaceError('gone', null);
}

/**
 * Makes a member the owner of the board.
 * @throws {WorkspaceError}
 */
export async function handOver(client: SupabaseClient, board: string, person: string): Promise<void> {
  assertAnswered(await client.rpc('workspace_hand_over_board', { board, person }));
}

/**
 * The invitations to a board that nobody has accepted; none for who does not own it.
 * @throws {WorkspaceError}
 */
export async function listOpenInvitations(client: SupabaseClient, board: string, signal: AbortSignal): Promise<readonly OpenInvitation[]> {
  const answer = await client.from(INVITATIONS).select('id,email,expires_at').eq('board', board).order('created_at').abortSignal(signal);
  assertAnswered(answer);
  return readRows(openInvitationSchema, answer.data);
}

/**
 * Takes an invitation back.
 * @throws {WorkspaceError}
 */
export async function takeBack(client: SupabaseClient, invitation: string): Promise<void> {
  assertAnswered(await client.from(INVITATIONS).delete().eq('id', invitation));
}
