import { randomUUID, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { authenticateSession, challengeExpiry, createChallenge, createTotp, factorOfPath, findChallenge, raiseSession, removeFactor, reportCodeAttempt, requireVerifiable, stepOfCode } from '../factors.ts';
import type { AuthenticatedSession, ChallengeRow } from '../factors.ts';
import { requireSendInterval } from '../limiters.ts';
import { notify } from '../mail/notifications.ts';
import { generateOtp } from '../one-time-tokens.ts';
import { requireSmsChannel, sendSms } from '../phone-codes.ts';
import type { SessionRow, TokenResponse } from '../sessions.ts';
import type { MfaSettings } from '../settings.ts';
import { findUserById, hasVerifiedFactor, readPhone } from '../users.ts';
import type { FactorRow } from '../users.ts';

const enrolmentSchema = v.object({ friendly_name: text, factor_type: text, issuer: text, phone: text });
type Enrolment = v.InferOutput<typeof enrolmentSchema>;

/** `POST /factors`: starts enrolling a second factor. It takes effect once one of its codes is verified. */
export const factorEnroll: Endpoint = {
  method: 'POST',
  path: '/factors',
  async handle(call) {
    const person = await authenticateSession(call);
    const body = readBody(call, enrolmentSchema);
    const { mfa } = call.auth.settings;
    switch (body.factor_type) {
      case 'phone':
        if (!mfa.phoneEnrollEnabled) {
          throw new AuthError('MFA enroll is disabled for Phone', { status: 422, code: 'mfa_phone_enroll_not_enabled' });
        }
        return enrollPhone(call, person, body);
      case 'totp':
        if (!mfa.totpEnrollEnabled) throw new AuthError('MFA enroll is disabled for TOTP', { status: 422, code: 'mfa_totp_enroll_not_enabled' });
        return enrollTotp(call, person, body);
      case 'webauthn':
        throw new AuthError('MFA enroll is disabled for WebAuthn', { status: 422, code: 'mfa_webauthn_enroll_not_enabled' });
      default:
        throw invalid('factor_type needs to be totp, phone, or webauthn');
    }
  },
};

async function enrollTotp(call: Call, { user, session }: AuthenticatedSession, body: Enrolment): Promise<EndpointResponse> {
  const { database, settings } = call.auth;
  const issuer = body.issuer === '' ? new URL(settings.siteUrl).host : body.issuer;
  const totp = createTotp(issuer, user.email ?? '');
  const id = randomUUID();
  await database.transaction(async (queries) => {
    await requireEnrollable(queries, session, body.friendly_name, settings.mfa);
    await queries.run(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret) values ($1, $2, $3, 'totp', 'unverified', $4)`,
      [id, user.id, body.friendly_name, totp.secret],
    );
  });
  return { body: { id, type: 'totp', friendly_name: body.friendly_name, totp } };
}

async function enrollPhone(call: Call, { user, session }: AuthenticatedSession, body: Enrolment): Promise<EndpointResponse> {
  const { database, settings } = call.auth;
  if (body.phone === '') throw invalid('Phone number required to enroll Phone factor');
  const phone = readPhone(body.phone);
  if (user.factors.some((factor) => factor.phone === phone && factor.status === 'verified')) {
    throw new AuthError('A verified phone factor already exists, unenroll the existing factor to continue', {
      status: 422,
      code: 'mfa_verified_factor_exists',
    });
  }
  const id = randomUUID();
  await database.transaction(async (queries) => {
    await queries.run(`delete from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'unverified'`, [user.id, phone]);
    await requireEnrollable(queries, session, body.friendly_name, settings.mfa);
    await queries.run(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, phone) values ($1, $2, $3, 'phone', 'unverified', $4)`,
      [id, user.id, body.friendly_name, phone],
    );
  });
  return { body: { id, type: 'phone', friendly_name: body.friendly_name, phone: body.phone } };
}

/**
 * Removes abandoned factors and checks that another factor with this name may be enrolled (GoTrue's validateFactors).
 * @throws AuthError `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `insufficient_aal`
 */
async function requireEnrollable(queries: Queries, session: SessionRow, name: string, settings: MfaSettings): Promise<void> {
  await queries.run(
    `delete from auth.mfa_factors f where f.status <> 'verified' and f.created_at + make_interval(secs => $1) < now()
       and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    [settings.factorExpiry],
  );
  const user = await findUserById(queries, session.user_id);
  if (!user) return;
  if (user.factors.some((factor) => (factor.friendly_name ?? '') === name)) {
    throw new AuthError(`A factor with the friendly name ${JSON.stringify(name)} for this user already exists`, {
      status: 422,
      code: 'mfa_factor_name_conflict',
    });
  }
  if (user.factors.length >= settings.maxEnrolledFactors) {
    throw new AuthError('Maximum number of verified factors reached, unenroll to continue', {
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    });
  }
  if (hasVerifiedFactor(user) && session.aal !== 'aal2') {
    throw new AuthError('AAL2 required to enroll a new factor', { status: 403, code: 'insufficient_aal' });
  }
}

/** `POST /factors/:factorId/challenge`: requests a code of a factor. A phone factor gets one by SMS. */
export const factorChallenge: Endpoint = {
  method: 'POST',
  path: '/factors/:factorId/challenge',
  async handle(call) {
    const { user } = await authenticateSession(call);
    const factor = factorOfPath(call, user);
    call.auth.limiters.countRequest('factorChallenge', call);
    requireVerifiable(call, factor);
    if (factor.factor_type === 'phone') {
      requireSmsChannel(readBody(call, v.object({ channel: text })).channel);
      requireSendInterval(factor.last_challenged_at, call.auth.settings.mfa.phoneInterval, 'over_sms_send_rate_limit');
    }
    const challenge = await call.auth.database.transaction(async (queries) => {
      const otp = factor.factor_type === 'phone' ? await sendCode(call, queries, factor) : undefined;
      return createChallenge(queries, factor.id, call.ip, otp);
    });
    if (!challenge) throw new AuthError('Database error creating challenge', { status: 500, code: 'unexpected_failure' });
    const expiresAt = Math.floor(challengeExpiry(challenge, call.auth.settings.mfa.challengeExpiry) / 1000);
    return { body: { id: challenge.id, type: factor.factor_type, expires_at: expiresAt } };
  },
};

/** Delivers an SMS with a new code to the inbox and returns the code. */
async function sendCode(call: Call, queries: Queries, factor: FactorRow): Promise<string> {
  const { phoneOtpLength, phoneTemplate } = call.auth.settings.mfa;
  const otp = generateOtp(phoneOtpLength);
  await sendSms(call, queries, factor.phone ?? '', phoneTemplate, otp);
  return otp;
}

const proofSchema = v.object({ challenge_id: text, code: text });
type Proof = v.InferOutput<typeof proofSchema>;

/** `POST /factors/:factorId/verify`: exchanges the code for a challenge for `aal2` tokens. */
export const factorVerify: Endpoint = {
  method: 'POST',
  path: '/factors/:factorId/verify',
  async handle(call) {
    const { user, session } = await authenticateSession(call);
    const factor = factorOfPath(call, user);
    call.auth.limiters.countRequest('factorVerify', call);
    const body = readBody(call, proofSchema);
    if (body.code === '') throw invalid('Code needs to be non-empty');
    requireVerifiable(call, factor);
    // The removal of an expired challenge must be committed, so the transaction returns the error instead of throwing it.
    const outcome = await call.auth.database.transaction((queries) => verify(call, queries, session, factor, body));
    if (outcome instanceof AuthError) throw outcome;
    if (factor.status !== 'verified') await notify(call, { kind: 'mfa_factor_enrolled', user: (await findUserById(call.auth.database, user.id)) ?? user, factorType: factor.factor_type });
    return { body: outcome };
  },
};

function refused(code: string, message: string): AuthError {
  return new AuthError(message, { status: 422, code });
}

async function verify(call: Call, queries: Queries, session: SessionRow, factor: FactorRow, body: Proof): Promise<TokenResponse | AuthError> {
  const challenge = await findChallenge(queries, body.challenge_id, factor.id);
  if (!challenge) return refused('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  // GoTrue uses the same message for a challenge that is already verified.
  if (challenge.verified_at !== null || challenge.ip_address !== call.ip) {
    return refused('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (Date.now() > challengeExpiry(challenge, call.auth.settings.mfa.challengeExpiry)) {
    await queries.run('delete from auth.mfa_challenges where id = $1', [challenge.id]);
    return refused(
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  const fits = factor.factor_type === 'phone' ? isSentCode(challenge, body.code) : await consumeTotpCode(queries, factor, body.code);
  const rejection = await reportCodeAttempt(call, queries, factor, fits);
  if (rejection) return rejection;
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

function isSentCode(challenge: ChallengeRow, code: string): boolean {
  const [sent, given] = [Buffer.from(challenge.otp_code ?? ''), Buffer.from(code)];
  return sent.length > 0 && sent.length === given.length && timingSafeEqual(sent, given);
}

/** Whether a code of an authenticator app is correct and unused. Marks it as used (RFC 6238, section 5.2). */
async function consumeTotpCode(queries: Queries, factor: FactorRow, code: string): Promise<boolean> {
  const stored = await queries.first(v.object({ secret: v.nullable(v.string()) }), 'select secret from auth.mfa_factors where id = $1', [factor.id]);
  const step = typeof stored?.secret === 'string' ? stepOfCode(stored.secret, code) : undefined;
  if (step === undefined) return false;
  const taken = await queries.run('insert into local_supabase.used_totp_steps (factor_id, step) values ($1, $2) on conflict do nothing', [
    factor.id,
    step,
  ]);
  return taken === 1;
}

/** `DELETE /factors/:factorId`: removes a factor. Removing a verified one needs an `aal2` session. */
export const factorUnenroll: Endpoint = {
  method: 'DELETE',
  path: '/factors/:factorId',
  async handle(call) {
    const { user, session } = await authenticateSession(call);
    const factor = factorOfPath(call, user);
    if (factor.status === 'verified' && session.aal !== 'aal2') {
      throw new AuthError('AAL2 required to unenroll verified factor', { status: 422, code: 'insufficient_aal' });
    }
    await call.auth.database.transaction((queries) => removeFactor(queries, factor));
    await notify(call, { kind: 'mfa_factor_unenrolled', user, factorType: factor.factor_type });
    return { body: { id: factor.id } };
  },
};
