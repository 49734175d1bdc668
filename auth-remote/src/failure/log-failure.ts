import type { AuthActionName } from '@atrium/page-kit/contract/auth';
import type { Failure } from './describe-failure.ts';

/** Console labels of the failures (specification 8.4). */
const labels: Readonly<Record<AuthActionName | 'initialize', string>> = {
  initialize: 'Failed to initialize Supabase',
  start: 'Session error:',
  login: 'Login error:',
  logout: 'Logout error:',
  register: 'Registration error:',
  resetPassword: 'Password reset error:',
  redeemLink: 'Link error:',
  resendConfirmation: 'Confirmation error:',
  updatePassword: 'Password update error:',
  updateEmail: 'Email update error:',
  updateProfile: 'Profile update error:',
  deleteAccount: 'Deletion error:',
  readFactors: 'Factors error:',
  enroll: 'Enrolment error:',
  challenge: 'Challenge error:',
  verify: 'Verification error:',
  unenroll: 'Removal error:',
};

/** Logs what helps to find the cause: neither the error itself, which may carry tokens, nor mail addresses in messages. */
export function logFailure(what: AuthActionName | 'initialize', { name, code, status, message }: Failure): void {
  console.error(labels[what], { name, code, status, message: message?.replace(/[^\s"'<>]+@[^\s"'<>]+/g, '[address]') });
}
