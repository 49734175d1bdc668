import type { User } from '@supabase/supabase-js';
import * as v from 'valibot';
import { answerCalls, type Environment, type World } from '../_shared/answer-calls.ts';
import { requireCaller } from '../_shared/caller.ts';
import { Refusal } from '../_shared/refusal.ts';
import { mailInvitation } from './mail-invitation.ts';

const bodySchema = v.object({ board: v.pipe(v.string(), v.uuid()), email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254)) });

/** Errors of the database (SQLSTATE; WS… are of supabase/migrations), with what pages get to know of them. */
const REFUSALS: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  '42501': [403, 'not_owner', 'Only the owner of a board invites to it. Ask them to.'],
  '23514': [400, 'invalid_email', 'That is not an email address. Correct it, then try again.'],
  WS005: [409, 'too_many_open', 'The board has 50 open invitations. Cancel one that nobody has accepted, then try again.'],
  WS006: [429, 'too_many', 'You have invited 20 people within an hour. Try again in an hour.'],
};

/**
 * `{board, email}`: invites somebody to a board and mails them a link to its page. The answer is `{invited: true}`
 * whether anybody has an account with the address or not, and does not wait for the mail, whose way differs.
 */
export function workspaceInvite(environment: Environment, world: World): (request: Request) => Promise<Response> {
  return answerCalls('workspace-invite', bodySchema, environment, world, async ({ project, request, body: { board, email }, waitUntil }) => {
    const { client, user } = await requireCaller(project, request);
    // As the caller: the policies decide who may, and the limits how often.
    const { error } = await client.rpc('workspace_invite', { board, email });
    if (error) {
      const known = REFUSALS[error.code];
      throw known ? new Refusal(...known, error) : error;
    }
    waitUntil(mailInvitation(project, client, { board, email, page: boardPage(request, board), language: languageOf(user) }));
    return Response.json({ invited: true });
  });
}

/** The language that somebody's account carries, which they can set as they like. */
function languageOf({ user_metadata: { language } }: User): string | undefined {
  return typeof language === 'string' && /^[a-z]{2,3}$/.test(language) ? language : undefined;
}

/**
 * The page that mailed links lead to in the end, behind the one that redeems them. The caller's site is taken at its
 * word: the auth service lets links lead to the sites only that it is set up for.
 */
function boardPage(request: Request, board: string): string | undefined {
  const origin = request.headers.get('origin') ?? '';
  if (!/^https?:\/\/[^/\s]+$/.test(origin)) return undefined;
  return `${origin}/auth/confirm?${new URLSearchParams({ type: 'email', next: `/workspace/${board}` }).toString()}`;
}
