import type { Assurance, Challenge, Enrolment, EnrollInput, Factor, SupabaseClient } from '@atrium/page-kit/contract/auth';
import { readCode } from '@atrium/page-kit/one-time-code';
import * as v from 'valibot';
import { describeFailure, type LogFailure } from '../errors.ts';
import { callDatabase } from '../function-calls.ts';
import { asLevel } from '../state.ts';
import { dataOf } from './result.ts';

/** The name that an authenticator app shows beside the codes. */
const ISSUER = 'Atrium';

/** What the service reported about a session's assurance. */
interface ReportedAssurance {
  /** The access token of the session; null without one. */
  readonly token: string | null;
  readonly assurance: Assurance;
}

/** The calls for the second factor (specification 4.11). Each rejects with the service's error. */
export interface SecondFactorCalls {
  assuranceLevel(): Promise<ReportedAssurance>;
  factors(): Promise<readonly Factor[]>;
  enroll(input: EnrollInput): Promise<Enrolment>;
  challenge(factorId: string): Promise<Challenge>;
  verify(input: { readonly factorId: string; readonly challengeId: string; readonly code: string }): Promise<void>;
  rename(factorId: string, friendlyName: string): Promise<void>;
  unenroll(factorId: string): Promise<void>;
}

/** Creates the calls for one client. */
export function createSecondFactorCalls(client: SupabaseClient, logFailure: LogFailure): SecondFactorCalls {
  const { auth } = client;
  const { mfa } = auth;
  const calls: SecondFactorCalls = {
    async assuranceLevel() {
      const {
        data: { session },
        error,
      } = await auth.getSession();
      if (error !== null) throw error;
      if (session === null) return { token: null, assurance: { currentLevel: null, nextLevel: null } };
      // With a token, supabase-js asks the service: the factors in storage can be tampered with.
      const token = session.access_token;
      const { currentLevel, nextLevel } = dataOf(await mfa.getAuthenticatorAssuranceLevel(token));
      return { token, assurance: { currentLevel: asLevel(currentLevel), nextLevel: asLevel(nextLevel) } };
    },
    async factors() {
      return dataOf(await mfa.listFactors()).all.flatMap(readFactor);
    },
    async enroll(input) {
      // Unverified factors from earlier attempts count against the limit and block their names.
      const unverified = (await calls.factors()).filter(({ status }) => status === 'unverified');
      for (const { id } of unverified) dataOf(await mfa.unenroll({ factorId: id }));
      const { friendlyName } = input;
      if (input.type === 'phone') {
        const { id, phone } = dataOf(await mfa.enroll({ factorType: 'phone', friendlyName, phone: input.phone }));
        return { type: 'phone', factorId: id, phone };
      }
      const { id, totp } = dataOf(await mfa.enroll({ factorType: 'totp', friendlyName, issuer: ISSUER }));
      return { type: 'totp', factorId: id, qrCode: dataAddress(totp.qr_code), secret: totp.secret };
    },
    async challenge(factorId) {
      // Only phone factors use the channel; without one, the service uses its provider's name for it.
      const { id, expires_at } = dataOf(await mfa.challenge({ factorId, channel: 'sms' }));
      return { factorId, challengeId: id, expiresAt: expires_at };
    },
    async verify({ factorId, challengeId, code }) {
      dataOf(await mfa.verify({ factorId, challengeId, code: readCode(code) }));
    },
    async rename(factor, name) {
      await callDatabase(client, 'account_rename_factor', { factor, name });
    },
    async unenroll(factorId) {
      dataOf(await mfa.unenroll({ factorId }));
      // Updates token and user. If that fails, the factor is removed all the same.
      const { error } = await auth.refreshSession();
      if (error !== null) logFailure('unenroll', describeFailure(error));
    },
  };
  return calls;
}

// According to the service's responses: the types of supabase-js lack the phone number. These schemas share one valibot
// with the first screen, so they use no part of it that only they would need.
const factorSchema = v.object({
  id: v.string(),
  factor_type: v.string(),
  status: v.string(),
  friendly_name: v.fallback(v.string(), ''),
  phone: v.fallback(v.nullable(v.string()), null),
  created_at: v.string(),
});

/** Skips kinds of factors that Atrium does not offer (WebAuthn), and recovery codes, which have calls of their own. */
function readFactor(found: unknown): Factor[] {
  const parsed = v.safeParse(factorSchema, found);
  if (!parsed.success) return [];
  const { id, factor_type: type, status: text, friendly_name: friendlyName, phone, created_at: createdAt } = parsed.output;
  if (type !== 'totp' && type !== 'phone') return [];
  const status = text === 'verified' ? text : 'unverified';
  // The service stores the digits only (supabase/auth, internal/api/phone.go).
  return [{ id, type, status, friendlyName, phone: phone ? `+${phone.replace(/^\+/, '')}` : null, createdAt }];
}

/** Escapes the picture, which supabase-js puts into the data URL unescaped: its first `#` or `%` would end it. */
function dataAddress(qrCode: string): string {
  const start = 'data:image/svg+xml;utf-8,';
  return start + encodeURIComponent(qrCode.startsWith(start) ? qrCode.slice(start.length) : qrCode);
}
