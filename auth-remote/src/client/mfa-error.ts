import { describeFailure } from '../failure/describe-failure.ts';
import { clientText } from './client-messages.ts';

/** The second factor was refused, in words for people; the service's own error is the cause. */
export class MfaError extends Error {
  override readonly name = 'MfaError';
  readonly code: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    const { code, status, retryAfterSeconds } = describeFailure(cause);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Codes of supabase/auth (internal/api/mfa.go), whose own messages speak of AAL, challenges and IP addresses. A used
 * challenge is reported as a mismatch of addresses.
 */
const messages = {
  mfa_verification_failed: 'mfa.wrongCode',
  // Where Twilio Verify checks the codes.
  otp_expired: 'mfa.wrongCode',
  mfa_challenge_expired: 'mfa.challengeExpired',
  mfa_ip_address_mismatch: 'mfa.challengeUsed',
  mfa_factor_not_found: 'mfa.factorGone',
  mfa_factor_name_conflict: 'mfa.nameTaken',
  mfa_verified_factor_exists: 'mfa.phoneTaken',
  too_many_enrolled_mfa_factors: 'mfa.tooManyFactors',
  mfa_phone_enroll_not_enabled: 'mfa.phoneNotEnabled',
  mfa_phone_verify_not_enabled: 'mfa.phoneNotEnabled',
  mfa_totp_enroll_not_enabled: 'mfa.totpNotEnabled',
  mfa_totp_verify_not_enabled: 'mfa.totpNotEnabled',
  insufficient_aal: 'mfa.codeFirst',
} as const;

const messageOfCode = new Map(Object.entries(messages));

/** Gives an error of the service words for people, where its own are none; others stay as they are. */
export function explainMfaFailure(error: Error): Error {
  const { code, status, retryAfterSeconds } = describeFailure(error);
  if (status === 429) {
    const message =
      retryAfterSeconds === null
        ? clientText('mfa.tooManyTries')
        : clientText('mfa.tooManyTriesFor', { count: retryAfterSeconds });
    return new MfaError(message, error);
  }
  const key = messageOfCode.get(code);
  return key === undefined ? error : new MfaError(clientText(key), error);
}
