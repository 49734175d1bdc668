import type { User } from '@atrium/page-kit/contract/auth';
import { AuthSessionMissingError } from '@supabase/supabase-js';

/** Throws the error of a response of supabase-js. */
export function throwIfFailed({ error }: { readonly error: Error | null }): void {
  if (error !== null) throw error;
}

/** The data of a response of supabase-js, whose types do not rule out a response with neither data nor error. @throws the error of the response */
export function dataOf<Data>({ data, error }: { readonly data: Data; readonly error: Error | null }): NonNullable<Data> {
  if (error !== null) throw error;
  if (data === null || data === undefined) throw new Error('');
  return data;
}

/** The user in a response of supabase-js. @throws the error of the response, or AuthSessionMissingError */
export function userOf(response: { readonly data: { readonly user: User | null } | null; readonly error: Error | null }): User {
  const { user } = dataOf(response);
  if (user === null) throw new AuthSessionMissingError();
  return user;
}
