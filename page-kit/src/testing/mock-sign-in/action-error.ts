import * as v from 'valibot';
import type { AuthActionError, AuthActionName } from '../../contract/auth.ts';
import { TIMEOUT_MESSAGE } from './limited-fetch.ts';

/** What is shown when an action fails without a message of its own (specification 8.1, and the auth remote's own). */
const defaultMessages: Readonly<Record<AuthActionName, string>> = {
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

const failureSchema = v.object({
  name: v.fallback(v.string(), 'Error'),
  message: v.fallback(v.string(), ''),
  code: v.fallback(v.nullable(v.string()), null),
  status: v.fallback(v.number(), 0),
});

type Failure = v.InferOutput<typeof failureSchema>;

/** What a failed action of the mock sign-in is rejected with; see the page contract. */
export class MockActionError extends Error implements AuthActionError {
  override readonly name = 'AuthActionError';
  override readonly cause: unknown;
  readonly action: AuthActionName;
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(action: AuthActionName, cause: unknown) {
    const failure = v.parse(failureSchema, typeof cause === 'object' && cause !== null ? cause : { message: String(cause) });
    const code = codeOf(failure);
    const seconds = /after (\d+) seconds?/.exec(failure.message)?.[1];
    const retryAfterSeconds = seconds === undefined ? null : Number(seconds);
    super(messageOf(failure) ?? defaultMessages[action]);
    this.cause = cause;
    this.action = action;
    this.code = code;
    this.status = failure.status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Codes for the failures that supabase-js finds by itself and gives none. */
function codeOf({ name, message, code, status }: Failure): string {
  if (code !== null && code !== '') return code;
  if (name === 'AuthSessionMissingError') return 'session_not_found';
  if (name !== 'AuthRetryableFetchError' || status !== 0) return 'unknown';
  return message === TIMEOUT_MESSAGE ? 'timeout' : 'network';
}

/** The failure's own message, as the auth remote has it: supabase-js puts raw JSON, or a parser's complaint, in the place of none. */
function messageOf({ name, message, code }: Failure): string | null {
  if (code === 'pkce_code_verifier_not_found') return 'This link works only in the browser that asked for it. Open it there, or ask for a new link here.';
  const trimmed = message.trim();
  return trimmed === '' || trimmed.startsWith('{') || name === 'AuthUnknownError' ? null : message;
}
