import * as v from 'valibot';
import { AuthError } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Answer, Call } from '../call.ts';
import { refreshSession } from '../sessions/refresh-session.ts';

/** A refresh token for new tokens. */
export async function refreshGrant(call: Call): Promise<Answer> {
  const { refresh_token: given } = readBody(call, v.object({ refresh_token: text }));
  if (given === '') throw new AuthError('refresh_token required', { status: 400, code: 'validation_failed' });
  return { body: await refreshSession(call, given) };
}
