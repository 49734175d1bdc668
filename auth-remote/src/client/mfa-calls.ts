import type { Assurance, Challenge, Enrolment, EnrollInput, Factor, SupabaseClient } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { describeFailure } from '../failure/describe-failure.ts';
import { logFailure } from '../failure/log-failure.ts';
import { asLevel } from '../state/assurance.ts';
import { clientText } from './client-messages.ts';

/** What the service said about a session's assurance. */
export interface KnownAssurance {
  /** The access token that was asked about; null without a session. */
  readonly token: string | null;
  readonly assurance: Assurance;
}

/** The calls behind the second factor (specification 4.11). Each rejects with the service's error. */
export interface MfaCalls {
  assuranceLevel(): Promise<KnownAssurance>;
  factors(): Promise<readonly Factor[]>;
  enroll(input: EnrollInput): Promise<Enrolment>;
  challenge(factorId: string): Promise<Challenge>;
  verify(input: { readonly factorId: string; readonly challengeId: string; readonly code: string }): Promise<void>;
  unenroll(factorId: string): Promise<void>;
}

// By the service's answers, not by supabase-js's types: those leave the number out. These schemas share one valibot with
// the first screen, so they use no part of it that the first screen would carry for them only.
const factorSchema = v.object({
  id: v.string(),
  factor_type: v.string(),
  status: v.string(),
  friendly_name: v.fallback(v.string(), ''),
  phone: v.fallback(v.nullable(v.string()), null),
  created_at: v.string(),
});

/** An answer without data and without an error would be a fault of supabase-js; its types only do not rule it out. */
function answerOf<Data>({ data, error }: { readonly data: Data; readonly error: Error | null }): NonNullable<Data> {
  if (error !== null) throw error;
  if (data === null || data === undefined) throw new Error('');
  return data;
}

/** Factors of kinds that Atrium does not offer (WebAuthn, recovery codes) are left out. */
function readFactor(found: unknown): Factor[] {
  const parsed = v.safeParse(factorSchema, found);
  if (!parsed.success) return [];
  const { id, factor_type: type, status: text, friendly_name: friendlyName, phone, created_at: createdAt } = parsed.output;
  if (type !== 'totp' && type !== 'phone') return [];
  const status = text === 'verified' ? text : 'unverified';
  // The service keeps the digits alone (supabase/auth, internal/api/phone.go).
  return [{ id, type, status, friendlyName, phone: phone ? `+${phone.replace(/^\+/, '')}` : null, createdAt }];
}

/** supabase-js puts the picture into the data address as it is: the first `#` or `%` in it would end it there. */
function dataAddress(qrCode: string): string {
  const start = 'data:image/svg+xml;utf-8,';
  return start + encodeURIComponent(qrCode.startsWith(start) ? qrCode.slice(start.length) : qrCode);
}

/** The calls over one client's auth. */
export function createMfaCalls(auth: SupabaseClient['auth']): MfaCalls {
  const { mfa } = auth;
  const calls: MfaCalls = {
    async assuranceLevel() {
      const {
        data: { session },
        error,
      } = await auth.getSession();
      if (error !== null) throw error;
      if (session === null) return { token: null, assurance: { currentLevel: null, nextLevel: null } };
      // With the token, the service is asked: the factors in storage can be tampered with.
      const token = session.access_token;
      const { currentLevel, nextLevel } = answerOf(await mfa.getAuthenticatorAssuranceLevel(token));
      return { token, assurance: { currentLevel: asLevel(currentLevel), nextLevel: asLevel(nextLevel) } };
    },
    async factors() {
      return answerOf(await mfa.listFactors()).all.flatMap(readFactor);
    },
    async enroll(input) {
      // Left over from earlier tries: they count against the limit and hold their names.
      const stale = (await calls.factors()).filter(({ status }) => status === 'unverified');
      for (const { id } of stale) answerOf(await mfa.unenroll({ factorId: id }));
      if (input.type === 'phone') {
        const { id, phone } = answerOf(await mfa.enroll({ factorType: 'phone', friendlyName: input.friendlyName, phone: input.phone }));
        return { type: 'phone', factorId: id, phone };
      }
      const { id, totp } = answerOf(
        await mfa.enroll({ factorType: 'totp', friendlyName: input.friendlyName, issuer: clientText('mfa.issuer') }),
      );
      return { type: 'totp', factorId: id, qrCode: dataAddress(totp.qr_code), secret: totp.secret };
    },
    async challenge(factorId) {
      // The channel counts for phone factors only; without one the service takes its provider's name for it.
      const { id, expires_at } = answerOf(await mfa.challenge({ factorId, channel: 'sms' }));
      return { factorId, challengeId: id, expiresAt: expires_at };
    },
    async verify({ factorId, challengeId, code }) {
      // Apps show and phones paste codes in groups.
      answerOf(await mfa.verify({ factorId, challengeId, code: code.replace(/\s/g, '') }));
    },
    async unenroll(factorId) {
      answerOf(await mfa.unenroll({ factorId }));
      // Token and user still speak of the factor. It is gone all the same when they cannot follow at once.
      const { error } = await auth.refreshSession();
      if (error !== null) logFailure('unenroll', describeFailure(error));
    },
  };
  return calls;
}
