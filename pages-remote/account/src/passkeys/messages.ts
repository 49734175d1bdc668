import { defineMessages } from '@atrium/page-kit/messages';

export const passkeyText = defineMessages({
  title: 'Passkeys',
  advice: 'Log in with your fingerprint, your face or your screen lock.',
  add: 'Add a passkey',
  added: '“{name}” is added. Use it when you log in next time.',
  unnamed: 'Passkey',
  unused: 'Added {date}, not used yet',
  used: 'Added {date}, last used {used}',
  nameHint: 'Such as the device that it is on: “Work laptop”.',
  renamed: 'The passkey is now called “{name}”.',
  remove: 'Remove',
  askRemoval: 'Remove “{name}”?',
  removalAdvice: 'You can then no longer log in with it. Delete it on your device too, so that the device stops suggesting it.',
  removed: '“{name}” is removed.',
}, 'account.passkeys');

/** What the error codes for passkeys mean for the user, and what to do next. */
export const passkeyTextsByCode = {
  passkey_cancelled: 'No passkey was used. Try again, or log in another way.',
  passkey_exists: 'This device has a passkey for your account already.',
  passkey_unsupported: 'Passkeys do not work in this browser, or not at this address. Log in another way.',
  passkey_disabled: 'Passkeys are turned off on this site. Log in another way.',
  too_many_passkeys: 'You have as many passkeys as this site allows. Remove one first.',
  webauthn_credential_exists: 'This passkey belongs to an account already.',
  webauthn_verification_failed: 'This passkey belongs to no account here. Perhaps it was removed. Log in another way.',
  webauthn_challenge_not_found: 'This took too long. Try again.',
  webauthn_challenge_expired: 'This took too long. Try again.',
} as const;

export const passkeyFailureText = defineMessages(passkeyTextsByCode, 'account.passkeys.failure');
