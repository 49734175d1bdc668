import * as v from 'valibot';
import { AuthError } from '../auth-error.ts';
import type { Call } from '../call.ts';
import { findUserById } from './find-user.ts';
import type { UserRow } from './user-row.ts';

/** The user of the path's `:id`. @throws AuthError 404 */
export async function userOfPath(call: Call): Promise<UserRow> {
  const id = call.parameters['id'] ?? '';
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw new AuthError('user_id must be an UUID', { status: 404, code: 'validation_failed' });
  const user = await findUserById(call.auth.database, id);
  if (!user) throw new AuthError('User not found', { status: 404, code: 'user_not_found' });
  return user;
}
