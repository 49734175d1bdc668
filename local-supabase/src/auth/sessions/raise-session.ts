import { randomUUID } from 'node:crypto';
import type { Queries } from '../../database/database.ts';
import type { Call } from '../call.ts';
import type { FactorRow } from '../factors/factor-row.ts';
import { factorMethods } from '../factors/remove-factor.ts';
import { generateRefreshToken, tokenResponse } from './issue-session.ts';
import type { TokenResponse } from './issue-session.ts';
import type { SessionRow } from './session-row.ts';

/**
 * Raises a session to `aal2` after a factor was proven, and answers its new tokens (GoTrue's updateMFASessionAndClaims).
 * The person's sessions below `aal2` end.
 */
export async function raiseSession(call: Call, queries: Queries, session: SessionRow, factor: FactorRow): Promise<TokenResponse> {
  await queries.run(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method) values ($1, $2, $3)
     on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey do update set updated_at = now()`,
    [randomUUID(), session.id, factorMethods[factor.factor_type]],
  );
  // No parent: a refresh token from before must not give tokens of the higher level once its reuse interval is over.
  const refreshToken = generateRefreshToken();
  await queries.run('update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked', [session.id]);
  await queries.run('insert into auth.refresh_tokens (token, user_id, session_id) values ($1, $2, $3)', [
    refreshToken,
    session.user_id,
    session.id,
  ]);
  await queries.run(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [session.id, factor.id]);
  await queries.run(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [session.user_id]);
  return tokenResponse(call, queries, session.user_id, session.id, refreshToken);
}
