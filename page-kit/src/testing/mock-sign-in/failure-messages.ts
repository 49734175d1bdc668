import type { AuthActionName } from '../../contract/auth.ts';

/** What is shown when an action fails without a message of its own (specification, section 8, and the auth remote's own). */
export const defaultMessages: Readonly<Record<AuthActionName, string>> = {
  login: 'An error occurred during login',
  logout: 'An error occurred during logout',
  register: 'An error occurred during registration',
  resetPassword: 'An error occurred requesting password reset',
  start: 'An error occurred while reading your session',
  redeemLink: 'An error occurred while opening the link',
  resendConfirmation: 'An error occurred requesting another confirmation mail',
  updatePassword: 'An error occurred while saving the password',
  updateEmail: 'An error occurred while asking for another address',
  updateProfile: 'An error occurred while saving your profile',
  deleteAccount: 'An error occurred while deleting your account',
  readFactors: 'An error occurred while reading your second factors',
  enroll: 'An error occurred while setting up the second factor',
  challenge: 'An error occurred while asking for a code',
  verify: 'An error occurred while checking the code',
  unenroll: 'An error occurred while removing the second factor',
};

const factorMessages: ReadonlyMap<string, string> = new Map([
  ['mfa_verification_failed', 'This code is not right. Check that your device shows the right time, then enter the newest code.'],
  ['mfa_challenge_expired', 'That took too long, and the code is no longer taken. Ask for a new one.'],
  ['mfa_ip_address_mismatch', 'A code was already given for this question, or your connection has changed. Ask for a new code.'],
  ['mfa_factor_not_found', 'This second factor, or the question for its code, is gone. Begin again.'],
  ['mfa_factor_name_conflict', 'You have a second factor of this name already. Choose another name.'],
  ['mfa_verified_factor_exists', 'This number is a second factor of yours already.'],
  ['too_many_enrolled_mfa_factors', 'You have as many second factors as are allowed. Remove one first.'],
  ['mfa_phone_enroll_not_enabled', 'Codes by text message are not available here. Use an authenticator app instead.'],
  ['mfa_phone_verify_not_enabled', 'Codes by text message are not available here. Use an authenticator app instead.'],
  ['mfa_totp_enroll_not_enabled', 'Authenticator apps are not available here.'],
  ['mfa_totp_verify_not_enabled', 'Authenticator apps are not available here.'],
  ['insufficient_aal', 'Enter a code of your second factor first, then try again.'],
]);

const FACTOR_ACTIONS: ReadonlySet<AuthActionName> = new Set(['readFactors', 'enroll', 'challenge', 'verify', 'unenroll']);

interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | null;
}

/** Words in the place of the service's own, where the auth remote has better ones; null where it shows those. */
export function explain(action: AuthActionName, { code, status, retryAfterSeconds }: Refusal): string | null {
  if (code === 'pkce_code_verifier_not_found') {
    return 'This link works only in the browser that asked for it. Open it there, or ask for a new link here.';
  }
  if (!FACTOR_ACTIONS.has(action)) return null;
  if (status !== 429) return factorMessages.get(code) ?? null;
  return retryAfterSeconds === null
    ? 'Too many tries. Wait a few minutes, then try again.'
    : `Too many tries. Wait ${retryAfterSeconds} seconds, then try again.`;
}
