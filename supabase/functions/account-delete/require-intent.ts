import { isAuthApiError, type User } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Caller } from '../_shared/caller.ts';
import type { Project } from '../_shared/project.ts';
import { Refusal } from '../_shared/refusal.ts';

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  aal: v.optional(v.string(), 'aal1'),
  amr: v.fallback(v.array(v.object({ method: v.string(), timestamp: v.number() })), []),
});

/** Seconds after a log-in during which it counts as recent. Pages ask after ten minutes, and the rest is for filling in the form. */
const RECENT_S = 15 * 60;

/**
 * Methods in `amr` that do not prove who the user is (https://supabase.com/docs/guides/auth/jwt-fields). In a session that was left
 * open, anyone can add a second factor and enter its code. The link to a new email address counts as `email_change` or, if a page redeems
 * it, as `otp`, like a log-in: both mailboxes have to confirm a change. The pages have the same, in `auth-core/src/recent/last-proof.ts`.
 */
const NOT_A_PROOF = /^(totp|mfa\/.*|token_refresh|anonymous|email_change)$/;

/** The claims of a verified token. */
function claimsOf(token: string): v.InferOutput<typeof claimsSchema> {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  return v.parse(v.pipe(v.string(), v.parseJson(), claimsSchema), new TextDecoder().decode(bytes));
}

/** The user id of a verified token. */
export function personOf(token: string): string {
  return claimsOf(token).sub;
}

/** Whether the user of a verified token has logged in a short time ago. */
function hasRecentProof(token: string): boolean {
  const oldest = Date.now() / 1000 - RECENT_S;
  return claimsOf(token).amr.some(({ method, timestamp }) => timestamp >= oldest && !NOT_A_PROOF.test(method));
}

/**
 * Whether the account logs in with a password. Accounts that a mailed code created have a random one, and a flag in their metadata. The
 * user can set that flag, so an account with it still needs a recent log-in. An account that another provider created gets an identity
 * with its email, but no password, when the email changes.
 */
function hasPassword({ app_metadata: { provider = 'email' }, identities, user_metadata: metadata }: User): boolean {
  return provider === 'email' && metadata['needs_password'] !== true && (identities?.some((identity) => identity.provider === 'email') ?? true);
}

/**
 * Checks the caller's password, or how long ago they logged in if the account has none, and their second factor if they have one. The
 * caller's token must be verified.
 * @throws Refusal `second_factor_needed`, `password_needed`, `wrong_password`, `no_password`, `recent_sign_in_needed`, `too_many`
 */
export async function requireIntent(project: Project, { user, token }: Caller, password: string | undefined): Promise<void> {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  if (hasFactor && claimsOf(token).aal !== 'aal2') {
    throw new Refusal(403, 'second_factor_needed', 'Enter a two-step verification code first, then try again.');
  }
  if (password !== undefined) return requirePassword(project, user, password);
  if (hasPassword(user)) throw new Refusal(403, 'password_needed', 'Confirm with your password.');
  if (!hasRecentProof(token)) throw new Refusal(403, 'recent_sign_in_needed', 'You logged in some time ago. Log in again, then try again.');
}

async function requirePassword(project: Project, user: User, password: string): Promise<void> {
  const visitor = project.visitor();
  const { error } = await visitor.auth.signInWithPassword({ email: user.email ?? '', password });
  if (!error) {
    await visitor.auth.signOut({ scope: 'local' });
    return;
  }
  if (isAuthApiError(error) && error.code === 'invalid_credentials') {
    // An account of another provider may have a password too, but the auth service has refused this one.
    if (user.identities?.every(({ provider }) => provider !== 'email')) {
      throw new Refusal(403, 'no_password', 'You log in without a password. Set one first, then confirm with it.', error);
    }
    throw new Refusal(403, 'wrong_password', 'Wrong password. Correct it, then try again.', error);
  }
  if (isAuthApiError(error) && error.status === 429) {
    throw new Refusal(429, 'too_many', 'Too many attempts. Wait a few minutes, then try again.', error);
  }
  throw error;
}
