import * as v from 'valibot';
import type { AuthActionError, AuthActionName } from '../../contract/auth.ts';
import { TIMEOUT_MESSAGE } from './limited-fetch.ts';
import { defaultMessages, explain } from './failure-messages.ts';

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
    const words = explain(action, { code, status: failure.status, retryAfterSeconds });
    super(words ?? messageOf(failure) ?? defaultMessages[action]);
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

/** The failure's own message, unless there is none: supabase-js puts raw JSON, or a parser's complaint, in its place. */
function messageOf({ name, message }: Failure): string | null {
  const trimmed = message.trim();
  return trimmed === '' || trimmed.startsWith('{') || name === 'AuthUnknownError' ? null : message;
}
