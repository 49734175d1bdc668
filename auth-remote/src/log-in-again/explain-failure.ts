import { clientText } from '../client/client-messages.ts';
import { ActionError } from '../failure/auth-action-error.ts';

/**
 * Codes of the auth service (supabase/auth, internal/api/apierrors), and our own, that a new log-in can fail with. The
 * service reports an answered challenge as a mismatch of addresses.
 */
const messages = {
  invalid_credentials: 'again.wrongPassword',
  user_banned: 'again.banned',
  network: 'again.network',
  timeout: 'again.timeout',
  mfa_verification_failed: 'again.wrongCode',
  // Where Twilio Verify checks the codes.
  otp_expired: 'again.wrongCode',
  mfa_challenge_expired: 'again.challengeExpired',
  mfa_ip_address_mismatch: 'again.challengeUsed',
  mfa_factor_not_found: 'again.factorGone',
  mfa_phone_verify_not_enabled: 'again.phoneNotEnabled',
  mfa_totp_verify_not_enabled: 'again.totpNotEnabled',
} as const;

const messageOfCode = new Map(Object.entries(messages));

/** The words for a log-in that failed. What the service itself says is made for developers, and stays in the state and the log. */
export function explainFailure(failure: unknown): string {
  if (!(failure instanceof ActionError)) return clientText('again.failed');
  const { code, status, retryAfterSeconds } = failure;
  if (status === 429) {
    return retryAfterSeconds === null
      ? clientText('again.tooManyTries')
      : clientText('again.tooManyTriesFor', { count: retryAfterSeconds });
  }
  return clientText(messageOfCode.get(code) ?? 'again.failed');
}
