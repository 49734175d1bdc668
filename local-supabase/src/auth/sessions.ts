import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { AuthError } from './auth-error.ts';
import type { AuthServices, Call } from './call.ts';
import { userJson } from './user-json.ts';
import { findUserById, isBanned } from './users.ts';
import type { UserRow } from './users.ts';

/** Authentication methods, as in `amr` claims. */
type AuthenticationMethod = 'password' | 'otp' | 'magiclink' | 'recovery' | 'email/signup' | 'email_change' | 'token_refresh' | 'passkey' | 'oauth' | 'anonymous';

/** One entry of the `amr` claim. `timestamp` is in seconds since 1970. */
const amrSchema = v.object({ method: v.string(), timestamp: v.number() });

/** A session with the authentication methods of its user, newest first. */
const sessionRow = v.object({
  id: v.string(),
  user_id: v.string(),
  created_at: v.string(),
  not_after: v.nullable(v.string()),
  aal: v.nullable(v.string()),
  amr: v.array(amrSchema),
});

/** See sessionRow. */
export type SessionRow = v.InferOutput<typeof sessionRow>;

/** The session with this id. */
export function findSession(queries: Queries, id: string): Promise<SessionRow | undefined> {
  return queries.first(
    sessionRow,
    `select s.id, s.user_id, s.created_at, s.not_after, s.aal, coalesce((
       select json_agg(json_build_object('method', c.authentication_method, 'timestamp', floor(extract(epoch from c.updated_at))::bigint)
                       order by c.updated_at desc)
       from auth.mfa_amr_claims c where c.session_id = s.id), '[]'::json) as amr
     from auth.sessions s where s.id = $1`,
    [id],
  );
}

/** Whether the session started with a mailed link or code: its user may have forgotten the password. */
export function isRecovery(session: SessionRow): boolean {
  return session.amr.some((entry) => ['otp', 'magiclink', 'recovery'].includes(entry.method));
}

/** A refresh token of twelve letters and digits, as in GoTrue. */
export function generateRefreshToken(): string {
  return randomBytes(9).toString('base64url').replace(/[-_]/g, 'x');
}

/** The response to a grant (RFC 6749 §5.1 with GoTrue's additions). */
export type TokenResponse = Record<string, unknown>;

/** Starts a session for a user and returns its tokens. */
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

const REFRESH_TOKEN_COLUMNS = 'id, token, user_id, session_id, revoked, parent, updated_at';

/** 400, like every refused refresh token. */
function refused(code: string, reason: string): AuthError {
  return new AuthError(`Invalid Refresh Token: ${reason}`, { status: 400, code });
}

/**
 * Exchanges a refresh token for new tokens (GoTrue's RefreshTokenGrant). Each works once. A used one works again
 * within the reuse interval, and while the token that it gave is unused: the response may have been lost.
 * Any other reuse indicates theft and revokes every token of the session.
 * @throws AuthError
 */
export async function refreshSession(call: Call, given: string): Promise<TokenResponse> {
  // The revocation of a stolen family must be committed, so the transaction returns the error instead of throwing it.
  const outcome = await call.auth.database.transaction((queries) => refresh(call, queries, given));
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

async function refresh(call: Call, queries: Queries, given: string): Promise<TokenResponse | AuthError> {
  const current = await queries.first(refreshTokenRow, `select ${REFRESH_TOKEN_COLUMNS} from auth.refresh_tokens where token = $1`, [given]);
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

/** The token to continue with after a reuse. */
async function reuse(call: Call, queries: Queries, current: RefreshTokenRow, sessionId: string): Promise<string | AuthError> {
  const active = await queries.first(
    refreshTokenRow,
    `select ${REFRESH_TOKEN_COLUMNS} from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1`,
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

/** An access token and its expiry, in seconds since 1970. */
interface AccessToken {
  token: string;
  expiresAt: number;
}

/** Signs an access token with GoTrue's claims (internal/tokens/service.go). */
async function signAccessToken(auth: AuthServices, user: UserRow, session: SessionRow): Promise<AccessToken> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + auth.settings.jwtExpiry;
  const token = await new SignJWT({
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session.aal ?? 'aal1',
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
    .setProtectedHeader({ alg: 'ES256', kid: auth.signingKeys.current.kid, typ: 'JWT' })
    .setIssuer(`${auth.settings.externalUrl ?? auth.apiUrl()}/auth/v1`)
    .setSubject(user.id)
    .setAudience(user.aud ?? 'authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(auth.signingKeys.current.privateKey);
  return { token, expiresAt };
}
