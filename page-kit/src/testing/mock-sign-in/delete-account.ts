import { AuthSessionMissingError } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { SupabaseClient } from '../../contract/auth.ts';
import { TIMEOUT_MESSAGE } from './limited-fetch.ts';

const refusalSchema = v.object({ code: v.fallback(v.string(), 'unknown'), message: v.fallback(v.string(), '') });

/** The function's codes in the auth service's words, as the auth remote translates them. */
const codes: ReadonlyMap<string, string> = new Map([
  ['wrong_password', 'invalid_credentials'],
  ['second_factor_needed', 'insufficient_aal'],
  ['not_signed_in', 'session_not_found'],
  ['too_many', 'over_request_rate_limit'],
]);

/** Deletes the account as the auth remote does: by the function `account-delete`, and out of this browser at once. */
export async function deleteAccount({ auth, functions }: SupabaseClient, password: string): Promise<void> {
  const { data, error: unread } = await auth.getSession();
  if (unread !== null) throw unread;
  if (data.session === null) throw new AuthSessionMissingError();
  const answer: { readonly error: unknown } = await functions.invoke('account-delete', { body: { password } });
  if (answer.error !== null) throw await readRefusal(answer.error);
  // Ends the session here before it asks. With the account it is gone at the service too: whatever that answers does not count.
  await auth.signOut({ scope: 'local' });
}

/** The function's answer, or why there was none, in the shape of the auth service's errors. */
async function readRefusal(error: unknown): Promise<Error> {
  const context: unknown = error instanceof Error && 'context' in error ? error.context : null;
  if (context instanceof Response) {
    const body: unknown = await context.json().catch(() => null);
    const { code, message } = v.parse(refusalSchema, typeof body === 'object' && body !== null ? body : {});
    return Object.assign(new Error(message, { cause: error }), { code: codes.get(code) ?? code, status: context.status });
  }
  const message = context instanceof Error ? context.message : '';
  return Object.assign(new Error(message, { cause: error }), { code: message === TIMEOUT_MESSAGE ? 'timeout' : 'network', status: 0 });
}
