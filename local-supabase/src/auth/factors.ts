import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { AuthError, invalid } from './auth-error.ts';
import { authenticate } from './authenticate.ts';
import type { AuthenticatedUser } from './authenticate.ts';
import type { Call } from './call.ts';
import { generateRefreshToken, tokenResponse } from './sessions.ts';
import type { SessionRow, TokenResponse } from './sessions.ts';
import type { FactorRow, UserRow } from './users.ts';

/** A user with a session: verifying a second factor raises the session's level. */
export interface AuthenticatedSession extends AuthenticatedUser {
  session: SessionRow;
}

/** Finds the user of the request, whose token must belong to a session. @throws AuthError */
export async function authenticateSession(call: Call): Promise<AuthenticatedSession> {
  const { user, session } = await authenticate(call);
  if (!session) {
    throw new AuthError('A valid session and a registered user are required to enroll a factor', { status: 500, code: 'unexpected_failure' });
  }
  return { user, session };
}

/** The user's factor with the id in the path. @throws AuthError 404 */
export function factorOfPath(call: Call, user: UserRow): FactorRow {
  const id = call.parameters['factorId'] ?? '';
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw new AuthError('factor_id must be an UUID', { status: 404, code: 'validation_failed' });
  const factor = user.factors.find((candidate) => candidate.id === id.toLowerCase());
  if (!factor) throw new AuthError('Factor not found', { status: 404, code: 'mfa_factor_not_found' });
  return factor;
}

/** Checks that the settings allow verifying this type of factor. @throws AuthError 422 `mfa_totp_verify_not_enabled`, `mfa_phone_verify_not_enabled` */
export function requireVerifiable({ auth }: Call, factor: FactorRow): void {
  const { totpVerifyEnabled, phoneVerifyEnabled } = auth.settings.mfa;
  if (factor.factor_type === 'phone' && !phoneVerifyEnabled) {
    throw new AuthError('MFA verification is disabled for Phone', { status: 422, code: 'mfa_phone_verify_not_enabled' });
  }
  if (factor.factor_type === 'totp' && !totpVerifyEnabled) {
    throw new AuthError('MFA verification is disabled for TOTP', { status: 422, code: 'mfa_totp_verify_not_enabled' });
  }
  // Recovery codes need no challenge and have endpoints of their own.
  if (factor.factor_type === 'recovery_code') throw invalid('Recovery codes are verified at /factors/recovery-codes/verify');
}

/** A row of `auth.mfa_challenges`. Times are ISO 8601. */
const challengeRow = v.object({
  id: v.string(),
  created_at: v.string(),
  verified_at: v.nullable(v.string()),
  ip_address: v.string(),
  otp_code: v.nullable(v.string()),
});

/** See challengeRow. */
export type ChallengeRow = v.InferOutput<typeof challengeRow>;

const CHALLENGE_COLUMNS = 'id, created_at, verified_at, host(ip_address) as ip_address, otp_code';

/** Stores a new challenge of a factor. Phone factors store the code that was sent as `otp`. */
export async function createChallenge(queries: Queries, factorId: string, ip: string, otp?: string): Promise<ChallengeRow | undefined> {
  await queries.run('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factorId]);
  return queries.first(
    challengeRow,
    `insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code) values ($1, $2, $3, $4) returning ${CHALLENGE_COLUMNS}`,
    [randomUUID(), factorId, ip, otp ?? null],
  );
}

/** The challenge with this id, if it belongs to the factor. */
export async function findChallenge(queries: Queries, id: string, factorId: string): Promise<ChallengeRow | undefined> {
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) return undefined;
  return queries.first(challengeRow, `select ${CHALLENGE_COLUMNS} from auth.mfa_challenges where id = $1 and factor_id = $2`, [id, factorId]);
}

/** When a challenge expires, in milliseconds since 1970. `life` is in seconds. */
export function challengeExpiry(challenge: ChallengeRow, life: number): number {
  return Date.parse(challenge.created_at) + life * 1000;
}

/** The `amr` method of each type of factor. */
const AMR_METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn', recovery_code: 'mfa/recovery_code' } as const;

const removedRow = v.object({ id: v.string(), factor_type: v.picklist(['totp', 'phone', 'webauthn', 'recovery_code']) });

/** Removes a factor, and the recovery codes with the last other factor. Sessions that it raised return to `aal1` with their next token. */
export async function removeFactor(queries: Queries, { id, user_id: user }: FactorRow): Promise<void> {
  const removed = await queries.rows(
    removedRow,
    `delete from auth.mfa_factors where id = $1 or user_id = $2 and factor_type = 'recovery_code' and not exists (
       select from auth.mfa_factors f where f.user_id = $2 and f.id <> $1 and f.factor_type <> 'recovery_code' and f.status = 'verified'
     ) returning id, factor_type`,
    [id, user],
  );
  for (const factor of removed) {
    await queries.run(
      `delete from auth.mfa_amr_claims where authentication_method = $2
         and session_id in (select id from auth.sessions where factor_id = $1)`,
      [factor.id, AMR_METHODS[factor.factor_type]],
    );
    await queries.run(`update auth.sessions set aal = 'aal1', factor_id = null where user_id = $2 and factor_id = $1`, [factor.id, user]);
  }
}

/**
 * Raises a session to `aal2` after a factor was verified, and returns its new tokens (GoTrue's updateMFASessionAndClaims).
 * The user's sessions below `aal2` end.
 */
export async function raiseSession(call: Call, queries: Queries, session: SessionRow, factor: FactorRow): Promise<TokenResponse> {
  await queries.run(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method) values ($1, $2, $3)
     on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey do update set updated_at = now()`,
    [randomUUID(), session.id, AMR_METHODS[factor.factor_type]],
  );
  // No parent: an earlier refresh token must not give `aal2` tokens after its reuse interval.
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

const decisionRow = v.object({ decision: v.object({ decision: v.string(), message: v.optional(v.string(), '') }) });

/**
 * Reports a code to the project's hook, if it has one. Returns the error of a rejection, which ends all sessions of the user
 * (GoTrue's internal/api/mfa.go).
 */
export async function reportCodeAttempt(call: Call, queries: Queries, factor: FactorRow, valid: boolean): Promise<AuthError | undefined> {
  const { codeAttemptHook } = call.auth.settings;
  if (codeAttemptHook === undefined) return undefined;
  const event = { user_id: factor.user_id, factor_id: factor.id, factor_type: factor.factor_type, valid };
  const row = await queries.first(decisionRow, `select ${codeAttemptHook}($1::jsonb) as decision`, [JSON.stringify(event)]);
  if (row?.decision.decision !== 'reject') return undefined;
  await queries.run('delete from auth.sessions where user_id = $1', [factor.user_id]);
  const message = row.decision.message || 'Further MFA verification attempts will be rejected.';
  return new AuthError(message, { status: 403, code: 'mfa_verification_rejected' });
}

/** The defaults of authenticator apps (RFC 6238), which GoTrue uses too. */
const TOTP_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Time steps before and after the current one whose codes are accepted, for clocks that are off. */
const ACCEPTED_STEPS = 1;
/** 160 bits, as RFC 4226 (section 4, R6) recommends. */
const SECRET_BYTES = 20;

/** A new secret for an authenticator app, in the shape of GoTrue's response. */
interface TotpEnrolment {
  /** SVG source. Must not contain `#`, because supabase-js puts it into a data URL unescaped. */
  qr_code: string;
  /** Base32. */
  secret: string;
  /** `otpauth://totp/…` */
  uri: string;
}

/** Creates a secret for an account of an issuer. */
export function createTotp(issuer: string, account: string): TotpEnrolment {
  const totp = new TOTP({ ...TOTP_PARAMETERS, issuer, label: account, secret: new Secret({ size: SECRET_BYTES }) });
  const uri = totp.toString();
  return { qr_code: renderSVG(uri, { ecc: 'H', pixelSize: 3 }), secret: totp.secret.base32, uri };
}

/** The time step of a code (RFC 6238: 30 seconds each since 1970), or undefined if no accepted step has this code. */
export function stepOfCode(secret: string, code: string): number | undefined {
  const now = Date.now();
  const totp = new TOTP({ ...TOTP_PARAMETERS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code.trim(), timestamp: now, window: ACCEPTED_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
