import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Call, Endpoint } from '../call.ts';
import { challengeEnd, findChallenge } from '../factors/challenge-row.ts';
import type { ChallengeRow } from '../factors/challenge-row.ts';
import type { FactorRow } from '../factors/factor-row.ts';
import { authenticateSession, factorOfPath, requireVerifiable } from '../factors/own-factor.ts';
import { stepOfCode } from '../factors/totp-code.ts';
import { raiseSession } from '../sessions/raise-session.ts';
import type { TokenResponse } from '../sessions/issue-session.ts';
import type { SessionRow } from '../sessions/session-row.ts';

const bodySchema = v.object({ challenge_id: text, code: text });
type Body = v.InferOutput<typeof bodySchema>;

/** `POST /factors/:factorId/verify`: a code in answer to a challenge, for tokens at `aal2`. */
export const factorVerify: Endpoint = {
  method: 'POST',
  path: '/factors/:factorId/verify',
  async handle(call) {
    const { user, session } = await authenticateSession(call);
    const factor = factorOfPath(call, user);
    call.auth.limiters.countRequest('factorVerify', call);
    const body = readBody(call, bodySchema);
    if (body.code === '') throw invalid('Code needs to be non-empty');
    requireVerifiable(call, factor);
    // The removal of an expired challenge must be kept, so that refusal leaves the transaction as a value.
    const outcome = await call.auth.database.transaction((queries) => verify(call, queries, session, factor, body));
    if (outcome instanceof AuthError) throw outcome;
    return { body: outcome };
  },
};

function refused(code: string, message: string): AuthError {
  return new AuthError(message, { status: 422, code });
}

async function verify(call: Call, queries: Queries, session: SessionRow, factor: FactorRow, body: Body): Promise<TokenResponse | AuthError> {
  const challenge = await findChallenge(queries, body.challenge_id, factor.id);
  if (!challenge) return refused('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  // GoTrue refuses an answered challenge with the same words.
  if (challenge.verified_at !== null || challenge.ip_address !== call.ip) {
    return refused('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (Date.now() > challengeEnd(challenge, call.auth.settings.mfa.challengeExpiry)) {
    await queries.run('delete from auth.mfa_challenges where id = $1', [challenge.id]);
    return refused(
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  const fits = factor.factor_type === 'phone' ? fitsSent(challenge, body.code) : await takeTotp(queries, factor, body.code);
  if (!fits) {
    return refused('mfa_verification_failed', factor.factor_type === 'phone' ? 'Invalid MFA Phone code entered' : 'Invalid TOTP code entered');
  }
  await queries.run('update auth.mfa_challenges set verified_at = now() where id = $1', [challenge.id]);
  await queries.run(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1 and status <> 'verified'`, [factor.id]);
  await queries.run(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2`, [
    factor.user_id,
    factor.factor_type,
  ]);
  return raiseSession(call, queries, session, factor);
}

function fitsSent(challenge: ChallengeRow, code: string): boolean {
  const [sent, given] = [Buffer.from(challenge.otp_code ?? ''), Buffer.from(code)];
  return sent.length > 0 && sent.length === given.length && timingSafeEqual(sent, given);
}

/** Whether a code of an authenticator app is right and was not used before; it is used up then (RFC 6238, section 5.2). */
async function takeTotp(queries: Queries, factor: FactorRow, code: string): Promise<boolean> {
  const stored = await queries.first(v.object({ secret: v.nullable(v.string()) }), 'select secret from auth.mfa_factors where id = $1', [factor.id]);
  const step = typeof stored?.secret === 'string' ? stepOfCode(stored.secret, code) : undefined;
  if (step === undefined) return false;
  const taken = await queries.run('insert into local_supabase.used_totp_steps (factor_id, step) values ($1, $2) on conflict do nothing', [
    factor.id,
    step,
  ]);
  return taken === 1;
}
