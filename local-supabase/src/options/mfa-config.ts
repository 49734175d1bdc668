import * as v from 'valibot';
import { count, defined, duration, limit, otpLength } from './config-values.ts';
import { defaultMfaSettings } from './mfa-settings.ts';
import type { MfaSettings } from './mfa-settings.ts';

/**
 * The table `[auth.mfa]` of a Supabase `config.toml`. The Supabase CLI does not know `rate_limit_challenge_and_verify`
 * and the two expiries: hosted projects have them as GoTrue's environment (`GOTRUE_MFA_…`).
 */
export const mfaConfig = v.object({
  max_enrolled_factors: v.optional(count),
  challenge_expiry_duration: v.optional(duration),
  factor_expiry_duration: v.optional(duration),
  /** For each address and minute. */
  rate_limit_challenge_and_verify: v.optional(limit),
  totp: v.optional(v.object({ enroll_enabled: v.optional(v.boolean()), verify_enabled: v.optional(v.boolean()) }), {}),
  phone: v.optional(
    v.object({
      enroll_enabled: v.optional(v.boolean()),
      verify_enabled: v.optional(v.boolean()),
      otp_length: v.optional(otpLength),
      template: v.optional(v.pipe(v.string(), v.regex(/\{\{\s*\.Code\s*\}\}/, 'must hold {{ .Code }}'))),
      max_frequency: v.optional(duration),
    }),
    {},
  ),
});

/** The settings that the table gives; what it leaves out is as by default. */
export function toMfaSettings({ totp, phone, ...mfa }: v.InferOutput<typeof mfaConfig>): MfaSettings {
  return {
    ...defaultMfaSettings,
    ...defined({
      maxEnrolledFactors: mfa.max_enrolled_factors,
      challengeExpiry: mfa.challenge_expiry_duration,
      factorExpiry: mfa.factor_expiry_duration,
      totpEnrollEnabled: totp.enroll_enabled,
      totpVerifyEnabled: totp.verify_enabled,
      phoneEnrollEnabled: phone.enroll_enabled,
      phoneVerifyEnabled: phone.verify_enabled,
      phoneOtpLength: phone.otp_length,
      phoneTemplate: phone.template,
      phoneInterval: phone.max_frequency,
    }),
  };
}
