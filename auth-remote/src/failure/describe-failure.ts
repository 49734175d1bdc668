import * as v from 'valibot';
import { text } from '../messages.ts';

/** What is known about a failure, whoever caused it. */
export interface Failure {
  readonly name: string;
  /** Null where the failure gave no message made for people. */
  readonly message: string | null;
  readonly code: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly retryAfterSeconds: number | null;
}

// By shape, not by class: the error classes of supabase-js are in a chunk that may not have arrived.
const errorSchema = v.object({
  name: v.fallback(v.string(), 'Error'),
  message: v.fallback(v.string(), ''),
  code: v.fallback(v.nullable(v.string()), null),
  status: v.fallback(v.number(), 0),
  retryAfterSeconds: v.fallback(v.nullable(v.number()), null),
});

type ErrorShape = v.InferOutput<typeof errorSchema>;

/** Codes for the failures that supabase-js finds by itself and gives none. */
function codeOf({ name, message, code, status }: ErrorShape): string {
  if (code !== null && code !== '') return code;
  if (name === 'AuthSessionMissingError') return 'session_not_found';
  if (name === 'AuthRetryableFetchError' && status === 0) {
    return message === text('request.timeout') ? 'timeout' : 'network';
  }
  return 'unknown';
}

/**
 * The failure's own message, unchanged (specification 8.2), unless there is none: supabase-js puts the raw
 * JSON of an answer without a text, or the JSON parser's complaint about one that is no JSON, in its place.
 */
function messageOf({ name, message, code }: ErrorShape): string | null {
  if (code === 'pkce_code_verifier_not_found') return text('link.otherBrowser');
  const trimmed = message.trim();
  return trimmed === '' || trimmed.startsWith('{') || name === 'AuthUnknownError' ? null : message;
}

/** The auth service says how long to wait in its message only ("… after 57 seconds"): browsers hide `Retry-After` across origins. */
export function retryAfterSecondsOf(message: string): number | null {
  const seconds = /after (\d+) seconds?/.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

/** Reads an error of any origin. */
export function describeFailure(error: unknown): Failure {
  const shape = v.parse(errorSchema, typeof error === 'object' && error !== null ? error : { message: String(error) });
  return {
    name: shape.name,
    message: messageOf(shape),
    code: codeOf(shape),
    status: shape.status,
    retryAfterSeconds: shape.retryAfterSeconds ?? retryAfterSecondsOf(shape.message),
  };
}
