import { defineMessages } from '@atrium/page-kit/messages';

export const recoveryText = defineMessages({
  name: 'Recovery codes',
  missing: 'For the day when you lose your device. Each works once.',
  left: { one: '{count} of {total} is left', other: '{count} of {total} are left' },
  few: { one: 'Only {count} is left. Create new ones.', other: 'Only {count} are left. Create new ones.' },
  usedUp: 'All of them are used. Create new ones.',
  create: 'Create codes',
  renew: 'Create new codes',
  remove: 'Remove',
  askRenewal: 'Create new recovery codes?',
  renewalAdvice: 'Your current codes stop working.',
  askRemoval: 'Remove your recovery codes?',
  removalAdvice: 'If you lose your device, you then need another method to log in.',
  removed: 'Your recovery codes are removed.',
  saveTitle: 'Save your recovery codes',
  saveAdvice: 'Keep them where you find them without your device, such as in a password manager or on paper. They are not shown again.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  saved: 'I have saved them',
  fileHeading: 'Atrium recovery codes for {email}',
  fileAdvice: 'Each code works once, instead of a code from your authenticator app or phone.',
  use: 'Use a recovery code',
  field: 'Recovery code',
  fieldHint: 'One of the codes that you saved. Each works once.',
  fieldMissing: 'Enter a recovery code.',
  verify: 'Verify',
  usedOne: { one: 'You have {count} recovery code left.', other: 'You have {count} recovery codes left.' },
  usedLast: 'That was your last recovery code. Create new ones in the security settings.',
  noneLeft: 'All your recovery codes are used. Use another method.',
}, 'account.recovery');

/** What the auth service's error codes for recovery codes mean for the user, and what to do next. */
export const recoveryTextsByCode = {
  mfa_verification_failed: 'Wrong code, or one that was used before. Enter another one.',
  mfa_recovery_codes_locked: 'Too many wrong codes. Wait a few minutes, or use another method.',
  mfa_recovery_codes_sole_factor: 'Add an authenticator app or a phone first. Recovery codes only stand in for it.',
  mfa_recovery_codes_enroll_not_enabled: 'This site gives out no recovery codes at the moment.',
  mfa_recovery_codes_verify_not_enabled: 'Recovery codes are turned off on this site. Use another method.',
  mfa_factor_not_found: 'Your recovery codes have been removed. Reload the page.',
} as const;

export const recoveryFailureText = defineMessages(recoveryTextsByCode, 'account.recovery.failure');
