import { AuthSessionMissingError, type SupabaseClient } from '@supabase/supabase-js';
import { FunctionError, readFunctionError } from './function-error.ts';

/** What the site deploys for it (`supabase/functions/account-delete`): browsers cannot delete anybody by themselves. */
const FUNCTION = 'account-delete';

/** The function's codes in the auth service's words, which all other actions use. */
const codes: ReadonlyMap<string, string> = new Map([
  ['wrong_password', 'invalid_credentials'],
  ['second_factor_needed', 'insufficient_aal'],
  ['not_signed_in', 'session_not_found'],
  ['too_many', 'over_request_rate_limit'],
]);

/**
 * Has the account of the session deleted at the service, also where an earlier try came through and only its answer was
 * lost. The session of this browser stays for the caller to end.
 *
 * @throws {FunctionError} where the function refuses, or did not answer.
 */
export async function deleteAccount({ auth, functions }: Pick<SupabaseClient, 'auth' | 'functions'>, password: string): Promise<void> {
  const { data, error: unread } = await auth.getSession();
  if (unread !== null) throw unread;
  if (data.session === null) throw new AuthSessionMissingError();
  const answer: { readonly error: unknown } = await functions.invoke(FUNCTION, { body: { password } });
  if (answer.error === null) return;
  const { message, code, status, cause } = await readFunctionError(answer.error);
  throw new FunctionError({ message, code: codes.get(code) ?? code, status }, cause);
}
