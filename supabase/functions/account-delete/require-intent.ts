import { isAuthApiError } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Caller } from '../_shared/caller.ts';
import type { Project } from '../_shared/project.ts';
import { Refusal } from '../_shared/refusal.ts';

const claimsSchema = v.object({ sub: v.pipe(v.string(), v.uuid()), aal: v.optional(v.string(), 'aal1') });

/** Reads a token that has been verified. */
function claimsOf(token: string): v.InferOutput<typeof claimsSchema> {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  return v.parse(v.pipe(v.string(), v.parseJson(), claimsSchema), new TextDecoder().decode(bytes));
}

/** Whose token it is. It must have been verified. */
export function personOf(token: string): string {
  return claimsOf(token).sub;
}

/**
 * Makes sure that it is the person, who wants it: by the password, and by the second factor where they have one.
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
    // Whoever came by another provider may have set a password since: the service has said already that it is not this one.
    if (user.identities?.every(({ provider }) => provider !== 'email')) {
      throw new Refusal(403, 'no_password', 'You log in without a password. Set one first, then confirm with it.', error);
    }
    throw new Refusal(403, 'wrong_password', 'The password is not right. Correct it, then try again.', error);
  }
  if (isAuthApiError(error) && error.status === 429) {
    throw new Refusal(429, 'too_many', 'That were too many tries. Wait a few minutes, then try again.', error);
  }
  throw error;
}
