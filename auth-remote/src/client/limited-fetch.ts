import { text } from '../messages.ts';

/** How long a request may take, in milliseconds, answer included. Server functions may run longer. */
export const REQUEST_TIME_LIMIT_MS = 15_000;
const FUNCTION_TIME_LIMIT_MS = 60_000;

/** A request was given up because no answer came in time. Safe to try again. */
export class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  /** Table queries are sent again after other failures, up to three times; a person would wait for more than a minute. */
  readonly code = 'ABORT_ERR';
}

/** Null for files, whose transfer takes as long as the connection needs. */
function timeLimit(url: string): number | null {
  const { pathname } = new URL(url);
  if (pathname.includes('/storage/v1/object/')) return null;
  return pathname.includes('/functions/v1/') ? FUNCTION_TIME_LIMIT_MS : REQUEST_TIME_LIMIT_MS;
}

function addressOf(input: RequestInfo | URL): string {
  return typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
}

/**
 * `fetch` with a time limit: a server that accepts a request and never answers must not leave a form busy for ever.
 * The limit covers the body too, so the timer outlives the headers; it has no effect on an answer that is complete.
 *
 * @throws {RequestTimeoutError} when the limit is over.
 */
export const limitedFetch: typeof fetch = async (input, init) => {
  const limit = timeLimit(addressOf(input));
  if (limit === null) return fetch(input, init);
  const controller = new AbortController();
  const asked = init?.signal;
  const follow = () => {
    controller.abort(asked?.reason);
  };
  if (asked?.aborted === true) follow();
  asked?.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => {
    controller.abort(new RequestTimeoutError(text('request.timeout')));
  }, limit);
  try {
    return await fetch(input, { ...init, signal: controller.signal });
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
};
