import { randomBytes, randomUUID } from 'node:crypto';
import type { Queries } from '../../database/database.ts';
import { AuthError } from '../auth-error.ts';
import type { Call } from '../call.ts';
import { signAccessToken } from '../tokens/access-token.ts';
import { findUserById } from '../users/find-user.ts';
import { userJson } from '../users/user-json.ts';
import { findSession } from './session-row.ts';
import type { AuthenticationMethod } from './session-row.ts';

/** A refresh token of twelve letters and digits, as GoTrue's. */
export function generateRefreshToken(): string {
  return randomBytes(9).toString('base64url').replace(/[-_]/g, 'x');
}

/** What a grant answers (RFC 6749 §5.1 and GoTrue's additions). */
export type TokenResponse = Record<string, unknown>;

/** Begins a session for a user and answers its tokens. */
export async function issueSession(call: Call, queries: Queries, userId: string, method: AuthenticationMethod): Promise<TokenResponse> {
  const sessionId = randomUUID();
  const refreshToken = generateRefreshToken();
  await queries.run('insert into auth.sessions (id, user_id, aal, user_agent, ip) values ($1, $2, $3, $4, $5)', [
    sessionId,
    userId,
    'aal1',
    call.userAgent,
    call.ip,
  ]);
  await queries.run('insert into auth.mfa_amr_claims (id, session_id, authentication_method) values ($1, $2, $3)', [
    randomUUID(),
    sessionId,
    method,
  ]);
  await queries.run('insert into auth.refresh_tokens (token, user_id, session_id) values ($1, $2, $3)', [refreshToken, userId, sessionId]);
  await queries.run('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [userId]);
  return tokenResponse(call, queries, userId, sessionId, refreshToken);
}

/** The tokens of a session, with its user. */
export async function tokenResponse(
  call: Call,
  queries: Queries,
  userId: string,
  sessionId: string,
  refreshToken: string,
): Promise<TokenResponse> {
  const [user, session] = [await findUserById(queries, userId), await findSession(queries, sessionId)];
  if (!user || !session) throw new AuthError('Session is required to issue access token', { status: 500, code: 'unexpected_failure' });
  const { token, expiresAt } = await signAccessToken(call.auth, user, session);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: call.auth.settings.jwtExpiry,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user),
  };
}
