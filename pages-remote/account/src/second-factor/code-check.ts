import { defineMessages } from '@atrium/page-kit/messages';

const text = defineMessages({
  missing: 'Enter the code.',
  incomplete: 'Enter all digits of the code, and nothing else.',
});

/** The digits of a code as people type and paste it: `123 456`, `123-456`. */
export function readCode(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

/** Apps show 6 digits; the auth service can be set up to send up to 10 to phones. */
export const codeField = {
  name: 'code',
  check(typed: string) {
    const code = readCode(typed);
    if (code === '') return text('missing');
    return /^\d{6,10}$/.test(code) ? null : text('incomplete');
  },
} as const;

/** Error codes of the auth service that are about the code that was typed. */
export const CODE_ERRORS = {
  mfa_verification_failed: 'code',
  mfa_challenge_expired: 'code',
  mfa_ip_address_mismatch: 'code',
  otp_expired: 'code',
  over_request_rate_limit: 'code',
  validation_failed: 'code',
} as const;
