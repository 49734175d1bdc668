import * as v from 'valibot';
import { invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Answer, Call } from '../call.ts';
import { refreshSession } from '../sessions/refresh-session.ts';

/** A refresh token for new tokens. */
export async function refreshGrant(call: Call): Promise<Answer> {
  const { refresh_token: given } = readBody(call, v.object({ refresh_token: text }));
  if (!/^[a-z0-9]{12}$/i.test(given)) throw invalid('Refresh token is not valid');
  return { body: await refreshSession(call, given) };
}
