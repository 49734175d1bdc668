import * as v from 'valibot';
import { roleOfKey } from '../http/gateway.ts';
import { TokenError } from '../keys/token-verifier.ts';
import { AuthError } from './auth-error.ts';
import type { Call } from './call.ts';
import { findSession } from './sessions.ts';
import type { SessionRow } from './sessions.ts';
import { findUserById, isBanned } from './users.ts';
import type { UserRow } from './users.ts';

/** The user of a verified access token. */
export interface AuthenticatedUser {
  user: UserRow;
  /** The session of the token. Tokens that others signed with the JWT secret have none. */
  session: SessionRow | undefined;
}

function forbidden(code: string, message: string, cause?: unknown): AuthError {
  return new AuthError(message, { status: 403, code, cause });
}

/** Finds the user and the session of the request's access token. @throws AuthError */
export async function authenticate(call: Call): Promise<AuthenticatedUser> {
  const claims = await verifiedClaims(call);
  if (claims.sub === undefined || claims.sub === '') throw forbidden('bad_jwt', 'invalid claim: missing sub claim');
  if (!v.is(v.pipe(v.string(), v.uuid()), claims.sub)) {
    throw new AuthError('invalid claim: sub claim must be a UUID', { status: 400, code: 'bad_jwt' });
  }
  const user = await findUserById(call.auth.database, claims.sub);
  if (!user) throw forbidden('user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(user)) throw forbidden('user_banned', 'User is banned');
  if (claims.session_id === undefined || claims.session_id === '') return { user, session: undefined };
  if (!v.is(v.pipe(v.string(), v.uuid()), claims.session_id)) throw forbidden('bad_jwt', 'invalid claim: session_id claim must be a UUID');
  const session = await findSession(call.auth.database, claims.session_id);
  if (!session) throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist');
  return { user, session };
}

/** Allows only requests with the secret key or the service role key. @throws AuthError */
export async function requireAdmin(call: Call): Promise<void> {
  if (call.bearer === undefined) {
    if (call.keyRole === 'service_role') return;
    throw noToken();
  }
  const role = roleOfKey(call.auth.keys, call.bearer) ?? (await verifiedClaims(call)).role;
  if (role !== 'service_role' && role !== 'supabase_admin') throw forbidden('not_admin', 'User not allowed');
}

function noToken(): AuthError {
  return new AuthError('This endpoint requires a valid Bearer token', { status: 401, code: 'no_authorization' });
}

async function verifiedClaims(call: Call): ReturnType<Call['auth']['verifier']['verify']> {
  if (call.bearer === undefined) throw noToken();
  const role = roleOfKey(call.auth.keys, call.bearer);
  if (role) return { role };
  try {
    return await call.auth.verifier.verify(call.bearer);
  } catch (cause) {
    if (!(cause instanceof TokenError)) throw cause;
    throw forbidden('bad_jwt', `invalid JWT: unable to parse or verify signature, ${cause.message}`, cause);
  }
}
