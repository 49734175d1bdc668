import { defineMessages } from '@atrium/page-kit/messages';

/** Texts about second factors that several pages share. */
export const factorText = defineMessages({
  code: 'Code',
  verify: 'Verify',
  fromApp: 'Enter the six digits that your authenticator app shows now.',
  fromApps: 'Enter the six digits from any of your authenticator apps.',
  sending: 'Sending a code to {phone} …',
  sent: 'A code is on its way to {phone}.',
  send: 'Send code',
  sendAnother: 'Send another code',
  anotherIn: {
    one: 'You can have another one sent in {count} second.',
    other: 'You can have another one sent in {count} seconds.',
  },
  app: 'Authenticator app',
  phone: 'Phone',
  yourPhone: 'your phone',
  phoneEnding: 'your phone ending in {digits}',
  enterCode: 'Enter your code',
  tryAgain: 'Try again',
  codeMissing: 'Enter the code.',
  codeIncomplete: 'Enter all digits of the code, and nothing else.',
}, 'account.factor');

/** What the auth service's error codes for second factors mean for the user, and what to do next. */
export const factorTextsByCode = {
  mfa_verification_failed: 'Wrong or expired code. Enter the one that is shown now.',
  mfa_challenge_expired: 'This code is too old. Have another one sent, and enter that.',
  otp_expired: 'Wrong or expired code. Have another one sent, and enter that.',
  mfa_ip_address_mismatch: 'Your connection has changed, or this code was used before. Get a new code, and enter that.',
  mfa_verification_rejected: 'This site refused the code and ended your session. Log in again.',
  mfa_factor_not_found: 'This method has been removed. Reload the page.',
  mfa_verified_factor_exists: 'This number is in your list already.',
  too_many_enrolled_mfa_factors: 'You have as many methods as this site allows. Remove one first.',
  mfa_phone_enroll_not_enabled: 'This site sends no codes to phones. Add an authenticator app instead.',
  mfa_phone_verify_not_enabled: 'This site sends no codes to phones at the moment. Use another method.',
  mfa_totp_enroll_not_enabled: 'Authenticator apps are turned off on this site.',
  mfa_totp_verify_not_enabled: 'Authenticator apps are turned off on this site. Use another method.',
  over_sms_send_rate_limit: 'A code was sent a moment ago. Wait a little, then ask for another one.',
  sms_send_failed: 'The message could not be sent. Try again in a moment, or use another method.',
  insufficient_aal: 'For this, enter your two-step verification code first.',
} as const;

export const factorFailureText = defineMessages(factorTextsByCode, 'account.factor.failure');
