import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { AuthError } from '../auth-error.ts';
import type { Call } from '../call.ts';
import { findUserById, isBanned } from '../users/find-user.ts';
import { generateRefreshToken, tokenResponse } from './issue-session.ts';
import type { TokenResponse } from './issue-session.ts';
import { findSession } from './session-row.ts';

const refreshTokenRow = v.object({
  id: v.number(),
  token: v.string(),
  user_id: v.string(),
  session_id: v.nullable(v.string()),
  revoked: v.boolean(),
  parent: v.nullable(v.string()),
  updated_at: v.string(),
});
type RefreshTokenRow = v.InferOutput<typeof refreshTokenRow>;

const columns = 'id, token, user_id, session_id, revoked, parent, updated_at';

/** 400, as every refusal of a refresh token. */
function refused(code: string, reason: string): AuthError {
  return new AuthError(`Invalid Refresh Token: ${reason}`, { status: 400, code });
}

/**
 * Trades a refresh token for new tokens (GoTrue's RefreshTokenGrant). Each works once; a used one works again
 * within the reuse interval, and as long as the token that it gave was not used (the answer may have been lost).
 * Any other reuse looks like theft and revokes every token of the session.
 * @throws AuthError
 */
export async function refreshSession(call: Call, given: string): Promise<TokenResponse> {
  // The revocation of a stolen family must be kept, so the refusal leaves the transaction as a value.
  const outcome = await call.auth.database.transaction((queries) => refresh(call, queries, given));
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

async function refresh(call: Call, queries: Queries, given: string): Promise<TokenResponse | AuthError> {
  const current = await queries.first(refreshTokenRow, `select ${columns} from auth.refresh_tokens where token = $1`, [given]);
  const user = current && (await findUserById(queries, current.user_id));
  if (!current || !user) return refused('refresh_token_not_found', 'Refresh Token Not Found');
  if (isBanned(user)) return refused('user_banned', 'User Banned');
  const session = current.session_id === null ? undefined : await findSession(queries, current.session_id);
  if (!session) return refused('session_not_found', 'No Valid Session Found');
  if (session.not_after !== null && Date.parse(session.not_after) < Date.now()) return refused('session_expired', 'Session Expired');

  let next: string;
  if (current.revoked) {
    const reused = await reuse(call, queries, current, session.id);
    if (reused instanceof AuthError) return reused;
    next = reused;
  } else {
    next = await rotate(queries, current);
  }
  await queries.run(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3 where id = $1`,
    [session.id, call.userAgent, call.ip],
  );
  return tokenResponse(call, queries, user.id, session.id, next);
}

/** The token to go on with after a used one came again. */
async function reuse(call: Call, queries: Queries, current: RefreshTokenRow, sessionId: string): Promise<string | AuthError> {
  const active = await queries.first(
    refreshTokenRow,
    `select ${columns} from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1`,
    [sessionId],
  );
  if (active?.parent === current.token) return active.token;
  const { refreshTokenReuseInterval, refreshTokenRotation } = call.auth.settings;
  if (Date.now() <= Date.parse(current.updated_at) + refreshTokenReuseInterval * 1000) return rotate(queries, current);
  if (refreshTokenRotation) {
    await queries.run('update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked', [sessionId]);
  }
  return refused('refresh_token_already_used', 'Already Used');
}

async function rotate(queries: Queries, current: RefreshTokenRow): Promise<string> {
  const next = generateRefreshToken();
  await queries.run('update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1 and not revoked', [current.id]);
  await queries.run('insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3, $4)', [
    next,
    current.user_id,
    current.session_id,
    current.token,
  ]);
  return next;
}
