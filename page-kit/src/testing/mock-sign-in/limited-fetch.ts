import { onClockMove } from '../clock.ts';

/** What the auth remote says of a request that it gave up. */
export const TIMEOUT_MESSAGE = 'The server took too long to answer. Check your connection and try again.';

/** How long the auth remote's client waits for an answer, in milliseconds; server functions may run longer, files as long as they need. */
const LIMIT_MS = 15_000;
const FUNCTION_LIMIT_MS = 60_000;

/** A request was given up because no answer came in time. */
class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  /** Table queries are sent again after other failures. */
  readonly code = 'ABORT_ERR';
}

/** `fetch` with the time limits of the auth remote, by the test's clock: `faults.hang` and `clock.advance({ seconds: 15 })` reach them. */
export const limitedFetch: typeof fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (pathname.includes('/storage/v1/object/')) return fetch(input, init);
  const end = Date.now() + (pathname.includes('/functions/v1/') ? FUNCTION_LIMIT_MS : LIMIT_MS);
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new RequestTimeoutError(TIMEOUT_MESSAGE));
    const timer = setTimeout(giveUp, end - Date.now());
    const stopWatching = onClockMove(() => {
      if (Date.now() >= end) giveUp();
    });
    void fetch(input, init)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        stopWatching();
      });
  });
};
