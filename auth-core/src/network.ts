import { sessionIdIn } from './claims.ts';
import { fetchCredentials, type Credentials } from './credentials.ts';
import { text } from './messages.ts';
import type { SessionStorage } from './session-storage.ts';

/** Time limits in milliseconds for a response to begin, and then for each further part of it. Server functions may run longer. */
const REQUEST_LIMIT_MS = 15_000;
const FUNCTION_LIMIT_MS = 60_000;

/** Failed requests in a row after which the site's own server is asked for the credentials again. */
const FAILURES_BEFORE_COMPARISON = 3;

/** Calls back after some milliseconds. Returns the function that cancels it. */
export type StartTimer = (callback: () => void, ms: number) => () => void;

/** A request was cancelled because no response came in time. Safe to try again. */
class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  /** Tells postgrest-js not to retry: with up to three retries, a user would wait for more than a minute. */
  readonly code = 'ABORT_ERR';
}

/** Null for files, whose transfer takes as long as the connection needs. */
function timeLimit(url: string): number | null {
  const { pathname } = new URL(url);
  if (pathname.includes('/storage/v1/object/')) return null;
  return pathname.includes('/functions/v1/') ? FUNCTION_LIMIT_MS : REQUEST_LIMIT_MS;
}

function urlOf(input: RequestInfo | URL): string {
  return typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
}

/**
 * `fetch` with a time limit: a server that accepts a request and never responds must not keep a form busy forever.
 * The limit starts again with each part of the body, so a large response over a slow line arrives, and one that stops does not
 * wait forever. The timer outlives the response, where it has no effect. A request over its limit rejects with a
 * {@link RequestTimeoutError}.
 */
export function limitedFetch(startTimer: StartTimer): typeof fetch {
  return async (input, init) => {
    const limit = timeLimit(urlOf(input));
    if (limit === null) return fetch(input, init);
    const controller = new AbortController();
    const signal = init?.signal ? eitherOf(controller, init.signal) : controller.signal;
    const start = () => startTimer(() => controller.abort(new RequestTimeoutError(text('request.timeout'))), limit);
    let cancel = start();
    const restart = () => {
      cancel();
      cancel = start();
    };
    try {
      return withListener(await fetch(input, { ...init, signal }), restart);
    } catch (error) {
      cancel();
      throw error;
    }
  };
}

/** A signal that aborts when either does. Prefers `AbortSignal.any`: a caller can pass one signal to many requests, and listeners would accumulate on it. */
function eitherOf(own: AbortController, caller: AbortSignal): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([own.signal, caller]);
  // Safari before 17.4 and Chromium before 116.
  const follow = () => own.abort(caller.reason);
  if (caller.aborted) follow();
  caller.addEventListener('abort', follow, { once: true });
  return own.signal;
}

/** Statuses of responses that must have no body, although Chromium gives them an empty one (Fetch standard, "null body status"). */
const WITHOUT_BODY = [204, 205, 304];

/** Returns the response, and calls `onPart` for each part of its body that arrives. */
function withListener(response: Response, onPart: () => void): Response {
  if (WITHOUT_BODY.includes(response.status)) return response;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        onPart();
        controller.enqueue(part);
      },
    }),
  );
  return body ? new Response(body, response) : response;
}

/**
 * `fetch` that removes `expires_at`, a time of the service's clock, so that supabase-js computes it with this browser's clock, as
 * now plus `expires_in` seconds (specification 9.3). A browser whose clock is slow would otherwise use expired tokens,
 * and one whose clock is fast would refresh all the time.
 */
export function localClockFetch(network: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await network(input, init);
    if (init?.method !== 'POST' || !response.ok || !urlOf(input).includes('/auth/v1/')) return response;
    return withBody(response, withoutExpiry(await response.text()));
  };
}

function withBody({ status, statusText, headers }: Response, body: string): Response {
  // A response without content must have no body at all (Fetch standard, "null body status").
  return new Response(body === '' ? null : body, { status, statusText, headers });
}

function withoutExpiry(body: string): string {
  try {
    const content: unknown = JSON.parse(body);
    if (typeof content !== 'object' || content === null || !('expires_in' in content && 'expires_at' in content)) return body;
    return JSON.stringify({ ...content, expires_at: undefined });
  } catch {
    // Not JSON: supabase-js reports it.
    return body;
  }
}

/**
 * `fetch` that replaces the auth service's response with "session expired" if the request was for a session that this browser no
 * longer stores. auth-js would apply the response to the current session: it would remove the session of a user who logged in meanwhile
 * (`getUser`, `signOut`), or store again the session of a user who logged out (`updateUser`, `mfa.verify`).
 */
export function currentSessionFetch(network: typeof fetch, storage: SessionStorage): typeof fetch {
  return async (input, init) => {
    const url = urlOf(input);
    const requestSession = url.includes('/auth/v1/') ? sessionIdIn(new Headers(init?.headers).get('authorization') ?? '') : null;
    if (requestSession === null) return network(input, init);
    const wasStored = requestSession === storage.storedSessionId();
    const response = await network(input, init);
    // Read before the comparison: the session could change while the caller waits for the body.
    const complete = withBody(response, await response.text());
    const storedSession = storage.storedSessionId();
    if (requestSession === storedSession) return complete;
    const { pathname } = new URL(url);
    // Requests for which auth-js was given the token of another session: `admin.signOut`, and `setSession`, which removes the stored
    // session if the given one does not exist.
    if (!wasStored && pathname.endsWith('/logout')) return complete;
    if (!wasStored && pathname.endsWith('/user') && init?.method === 'GET' && (response.ok || storedSession === null)) return complete;
    // Another tab logged out meanwhile: `signOut` finds nothing to remove.
    if (storedSession === null && pathname.endsWith('/logout')) return complete;
    // Not 401, 403 or 404, after which `signOut` removes the session that is stored now.
    return Response.json({ error_code: 'session_expired', msg: 'Session Expired' }, { status: 409 });
  };
}

/**
 * `fetch` that finds out when the credentials of the tab are no longer the site's: after several requests in a row that
 * the Supabase project refused or did not respond to, it compares them with the site's current ones. The tab cannot replace
 * its client: page modules hold it, and the document's Content-Security-Policy allows requests to the old URL only.
 *
 * @param onStale called when the credentials differ, and again after a later comparison if it rejects
 */
export function watchCredentials(network: typeof fetch, { supabaseUrl, supabaseKey }: Credentials, onStale: () => Promise<void>): typeof fetch {
  let failures = 0;
  let isStale = false;

  async function compare(): Promise<void> {
    const current = await fetchCredentials();
    if (isStale || (current.supabaseUrl === supabaseUrl && current.supabaseKey === supabaseKey)) return;
    isStale = true;
    await onStale().catch((error: unknown) => {
      isStale = false;
      throw error;
    });
  }

  function countFailure(): void {
    failures += 1;
    // If the site's own server does not respond either, later failures compare again.
    if (failures % FAILURES_BEFORE_COMPARISON === 0 && !isStale) compare().catch(() => undefined);
  }

  return async (input, init) => {
    try {
      const response = await network(input, init);
      // The response of a project to a key that it does not know, and to an expired token.
      if (response.status === 401) countFailure();
      else failures = 0;
      return response;
    } catch (error) {
      if (navigator.onLine && init?.signal?.aborted !== true) countFailure();
      throw error;
    }
  };
}
