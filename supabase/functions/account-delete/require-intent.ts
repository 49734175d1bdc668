import { isAuthApiError } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Caller } from '../_shared/caller.ts';
import type { Project } from '../_shared/project.ts';
import { Refusal } from '../_shared/refusal.ts';

const claimsSchema = v.object({ sub: v.pipe(v.string(), v.uuid()), aal: v.optional(v.string(), 'aal1') });

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

/**
 * Checks the caller's password and, if they have one, their second factor.
 * @throws Refusal `second_factor_needed`, `wrong_password`, `no_password`, `too_many`
 */
export async function requireIntent(project: Project, { user, token }: Caller, password: string): Promise<void> {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  if (hasFactor && claimsOf(token).aal !== 'aal2') {
    throw new Refusal(403, 'second_factor_needed', 'Enter a code of your second factor first, then try again.');
  }
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
