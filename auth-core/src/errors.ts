import type { AuthActionError, AuthActionName, TokenError, TokenFault } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { text } from './messages.ts';

/** An error of any origin, described for the state, the log and the caller. */
export interface Failure {
  readonly name: string;
  /** Null if the error has no message that was written for people. */
  readonly message: string | null;
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly retryAfterSeconds: number | null;
}

/** The error that a failed action rejects with; see the page contract. */
export class ActionError extends Error implements AuthActionError {
  override readonly name = 'AuthActionError';
  override readonly cause: unknown;
  readonly action: AuthActionName;
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(action: AuthActionName, failure: Failure, cause: unknown) {
    super(failure.message ?? text(`default.${action}`));
    this.cause = cause;
    this.action = action;
    this.code = failure.code;
    this.status = failure.status;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

/** The error that `verifyToken` rejects with; see the page contract. */
export class TokenRefusal extends Error implements TokenError {
  override readonly name = 'TokenError';
  override readonly cause: unknown;
  readonly fault: TokenFault;

  constructor(fault: TokenFault, message: string, cause: unknown = null) {
    super(message);
    this.cause = cause;
    this.fault = fault;
  }
}

// By shape, not by class: the error classes of supabase-js are in a chunk that may not have loaded yet.
const errorSchema = v.object({
  name: v.fallback(v.string(), 'Error'),
  message: v.fallback(v.string(), ''),
  code: v.fallback(v.nullable(v.string()), null),
  status: v.fallback(v.number(), 0),
  retryAfterSeconds: v.fallback(v.nullable(v.number()), null),
});

type ErrorShape = v.InferOutput<typeof errorSchema>;

/** Reads an error of any origin. */
export function describeFailure(error: unknown): Failure {
  const shape = v.parse(errorSchema, typeof error === 'object' && error !== null ? error : { message: String(error) });
  return {
    name: shape.name,
    message: messageOf(shape),
    code: codeOf(shape),
    status: shape.status,
    retryAfterSeconds: shape.retryAfterSeconds ?? retryAfterSecondsIn(shape.message),
  };
}

/** The error's code, or one for the errors that supabase-js raises itself, which have none. */
function codeOf({ name, message, code, status }: ErrorShape): string {
  if (code !== null && code !== '') return code;
  if (name === 'AuthSessionMissingError') return 'session_not_found';
  if (name === 'AuthRetryableFetchError' && status === 0) {
    return message === text('request.timeout') ? 'timeout' : 'network';
  }
  return 'unknown';
}

/**
 * The error's own message, unchanged (specification 8.2). Null without one: supabase-js then fills in the raw JSON of
 * the response, or the message of the JSON parser.
 */
function messageOf({ name, message, code }: ErrorShape): string | null {
  if (code === 'pkce_code_verifier_not_found') return text('link.otherBrowser');
  const trimmed = message.trim();
  return trimmed === '' || trimmed.startsWith('{') || name === 'AuthUnknownError' ? null : message;
}

/** The auth service gives the waiting time only in its message ("… after 57 seconds"): browsers hide `Retry-After` across origins. */
function retryAfterSecondsIn(message: string): number | null {
  const seconds = /after (\d+) seconds?/.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

/** Console labels of the failures (specification 8.4). */
const LOG_LABELS: Readonly<Record<AuthActionName | 'initialize', string>> = {
  initialize: 'Failed to initialize Supabase',
  start: 'Session error:',
  login: 'Login error:',
  requestLoginCode: 'Login code error:',
  loginWithCode: 'Login error:',
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
  renameFactor: 'Renaming error:',
  unenroll: 'Removal error:',
  readRecoveryCodes: 'Recovery codes error:',
  createRecoveryCodes: 'Recovery codes error:',
  verifyRecoveryCode: 'Verification error:',
  removeRecoveryCodes: 'Recovery codes error:',
  loginWithPasskey: 'Login error:',
  readPasskeys: 'Passkeys error:',
  addPasskey: 'Passkey error:',
  renamePasskey: 'Passkey error:',
  removePasskey: 'Passkey error:',
  loginWithProvider: 'Login error:',
  readProviders: 'Providers error:',
  linkProvider: 'Provider error:',
  unlinkProvider: 'Provider error:',
  readSessions: 'Sessions error:',
  endSession: 'Session end error:',
  readActivity: 'Activity error:',
};

/** Writes a failure to a log. */
export type LogFailure = (what: AuthActionName | 'initialize', failure: Failure) => void;

/** Logs a failure to the console, without secrets: not the error itself, which can carry tokens, and no email addresses. */
export const logFailure: LogFailure = (what, { name, code, status, message }) => {
  console.error(LOG_LABELS[what], { name, code, status, message: message?.replace(/[^\s"'<>]+@[^\s"'<>]+/g, '[address]') });
};
