import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { formatDate } from '@atrium/page-kit/messages';
import { callFunction } from './call-function.ts';
import { givenRoleSchema } from './roles.ts';
import { assertSuccess, readRows } from './workspace-error.ts';

const TABLE = 'workspace_invitations';

const myInvitationSchema = v.object({ board: v.string(), board_name: v.string(), invited_by: v.string(), role: givenRoleSchema, expires_at: v.string() });

/** An invitation of the signed-in user, with what they may know of the board before they join it. */
export type MyInvitation = Readonly<v.InferOutput<typeof myInvitationSchema>>;

const openInvitationSchema = v.object({ id: v.string(), email: v.string(), role: givenRoleSchema, expires_at: v.string() });

/** An invitation that has not been accepted, as the owner of the board sees it. */
export type OpenInvitation = Readonly<v.InferOutput<typeof openInvitationSchema>>;

/** The day on which an invitation expires, in the page's language and the user's time zone. */
export function expiryDate(invitation: Pick<OpenInvitation, 'expires_at'>): string {
  return formatDate(invitation.expires_at);
}

/**
 * The user's invitations that have not expired, the newest first.
 * @throws {WorkspaceError}
 */
export async function listMyInvitations(client: SupabaseClient, signal: AbortSignal): Promise<readonly MyInvitation[]> {
  return readRows(myInvitationSchema, await client.rpc('workspace_my_invitations').abortSignal(signal));
}

/**
 * Makes the user a member of the board they are invited to.
 * @throws {WorkspaceError}
 */
export async function acceptInvitation(client: SupabaseClient, board: string): Promise<void> {
  assertSuccess(await client.rpc('workspace_accept_invitation', { board }));
}

/**
 * Declines the user's invitation to a board that they are not on. The database shows them no other invitation to it.
 * @throws {WorkspaceError}
 */
export async function declineInvitation(client: SupabaseClient, board: string): Promise<void> {
  assertSuccess(await client.from(TABLE).delete().eq('board', board));
}

/**
 * The open invitations to a board, the oldest first; none if the user does not own the board.
 * @throws {WorkspaceError}
 */
export async function listOpenInvitations(client: SupabaseClient, board: string, signal: AbortSignal): Promise<readonly OpenInvitation[]> {
  return readRows(openInvitationSchema, await client.from(TABLE).select('id,email,role,expires_at').eq('board', board).order('created_at').abortSignal(signal));
}

/**
 * Invites a person by email to join in a role. The result is the same whether or not the email address has an account.
 * @throws {WorkspaceError}
 */
export async function sendInvitation(client: SupabaseClient, board: string, { email, role }: Pick<OpenInvitation, 'email' | 'role'>): Promise<void> {
  await callFunction(client, 'workspace-invite', { board, email, role });
}

/** Cancels an open invitation. @throws {WorkspaceError} */
export async function cancelInvitation(client: SupabaseClient, invitation: string): Promise<void> {
  assertSuccess(await client.from(TABLE).delete().eq('id', invitation));
}
