import * as v from 'valibot';
import type { Credentials } from './credentials.ts';
import type { SessionEnds } from './session-end.ts';
import type { SessionStorage } from './session-storage.ts';
import { sessionIdIn } from './token.ts';

/** Milliseconds between two checks while the tab is in use. */
const INTERVAL_MS = 15_000;

/** Minimum milliseconds between two checks after a response that can mean the end of the session. */
const INTERVAL_AFTER_REFUSAL_MS = 2_000;

/** Milliseconds without use after which a visible tab stops checking. Use starts it again. */
const IDLE_MS = 300_000;

/** What the auth service answers for a session or an account that it does not have. */
const refusalSchema = v.object({ error_code: v.picklist(['session_not_found', 'user_not_found']) });

/** Finds out that another device ended the session, long before the access token expires. */
export interface SessionCheck {
  /** `fetch` for the client: a refused request causes a check. */
  readonly fetch: typeof fetch;
  /** Checks regularly from now on, while the tab is visible and in use. */
  begin(ends: SessionEnds, signal: AbortSignal | undefined): void;
}

/**
 * Asks the auth service with the stored token. Not through supabase-js, which would remove a session that began during
 * the request. Not through Realtime, which would know sooner, but which most pages do not connect to.
 */
export function createSessionCheck(
  { supabaseUrl, supabaseKey }: Credentials,
  storage: SessionStorage,
  network: typeof fetch,
): SessionCheck {
  let ends: SessionEnds | null = null;
  let usedAt = Date.now();
  // Only a refusal may cause a check right after the start.
  let checkedAt = usedAt - INTERVAL_AFTER_REFUSAL_MS;

  async function check(interval: number): Promise<void> {
    const token = storage.storedSession()?.access_token;
    const now = Date.now();
    if (ends === null || token === undefined || now - checkedAt < interval) return;
    checkedAt = now;
    const user = new URL('auth/v1/user', supabaseUrl.replace(/\/*$/, '/'));
    const response = await network(user, { headers: { apikey: supabaseKey, authorization: `Bearer ${token}` } });
    if (response.ok) return;
    const refusal = v.safeParse(refusalSchema, await response.json());
    const current = storage.storedSession()?.access_token;
    if (!refusal.success || current === undefined || sessionIdIn(current) !== sessionIdIn(token)) return;
    const end = refusal.output.error_code === 'user_not_found' ? 'deleted' : 'revoked';
    await ends.end(end);
  }

  function checkUnwatched(interval: number): void {
    // A failure tells nothing about the session, and the next check comes soon.
    check(interval).catch(() => undefined);
  }

  function checkIfInUse(): void {
    if (document.visibilityState === 'visible' && Date.now() - usedAt < IDLE_MS) checkUnwatched(INTERVAL_MS);
  }

  function onUse(): void {
    usedAt = Date.now();
    checkIfInUse();
  }

  return {
    async fetch(input, init) {
      const response = await network(input, init);
      if (response.status === 401 || response.status === 403) checkUnwatched(INTERVAL_AFTER_REFUSAL_MS);
      return response;
    },
    begin(watched, signal) {
      ends = watched;
      const untilEnd = signal && { signal };
      for (const type of ['pointerdown', 'keydown', 'focus']) {
        window.addEventListener(type, onUse, { capture: true, passive: true, ...untilEnd });
      }
      document.addEventListener('visibilitychange', onUse, untilEnd);
      const timer = setInterval(checkIfInUse, INTERVAL_MS);
      signal?.addEventListener('abort', () => clearInterval(timer));
    },
  };
}
