import type { User } from '@supabase/supabase-js';
import * as v from 'valibot';
import { handleCalls, type Environment, type Runtime } from '../_shared/handle-calls.ts';
import { requireCaller } from '../_shared/caller.ts';
import { Refusal } from '../_shared/refusal.ts';
import { mailInvitation } from './mail-invitation.ts';

const bodySchema = v.object({
  board: v.pipe(v.string(), v.uuid()),
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254)),
  // Releases of the page from before there were viewers send none.
  role: v.optional(v.picklist(['editor', 'viewer']), 'editor'),
});

/** Responses to errors of the database, by SQLSTATE. `WS…` codes come from supabase/migrations. */
const REFUSALS: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  '42501': [403, 'not_owner', 'Only the owner of a board can invite people. Ask them.'],
  '23514': [400, 'invalid_email', 'That is not an email address. Correct it, then try again.'],
  WS005: [409, 'too_many_open', 'The board has 50 open invitations. Cancel one that has not been accepted, then try again.'],
  WS006: [429, 'too_many', 'You have invited 20 people within an hour. Try again in an hour.'],
};

/**
 * `{board, email, role}`: invites a person to a board in a role, and mails them a link to its page. The response is
 * `{invited: true}` whether or not the address has an account, and does not wait for the mail, because its duration would reveal
 * which.
 */
export function workspaceInvite(environment: Environment, runtime: Runtime): (request: Request) => Promise<Response> {
  return handleCalls('workspace-invite', bodySchema, environment, runtime, async ({ project, request, body: { board, email, role }, waitUntil }) => {
    const { client, user } = await requireCaller(project, request);
    // With the caller's rights, so that policies and limits apply.
    const { error } = await client.rpc('workspace_invite', { board, email, role });
    if (error) {
      const known = REFUSALS[error.code];
      throw known ? new Refusal(...known, error) : error;
    }
    waitUntil(mailInvitation(project, client, { board, email, role, page: boardPage(request, board), language: languageOf(user) }));
    return Response.json({ invited: true });
  });
}

/** The language in a user's metadata, which the user can set to anything. */
function languageOf({ user_metadata: { language } }: User): string | undefined {
  return typeof language === 'string' && /^[a-z]{2,3}$/.test(language) ? language : undefined;
}

/**
 * The page that a mailed link opens, through the page that redeems it. The caller's origin needs no check: the auth service only
 * allows links to the sites in its configuration.
 */
function boardPage(request: Request, board: string): string | undefined {
  const origin = request.headers.get('origin') ?? '';
  if (!/^https?:\/\/[^/\s]+$/.test(origin)) return undefined;
  return `${origin}/auth/confirm?${new URLSearchParams({ type: 'email', next: `/workspace/${board}` }).toString()}`;
}
