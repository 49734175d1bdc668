import * as v from 'valibot';
import type { Credentials } from '../credentials/fetch-credentials.ts';
import type { SessionEnds } from './session-end.ts';
import type { SessionStorage } from './session-storage.ts';
import { sessionIdIn } from './token-parts.ts';

/** Milliseconds between two questions of a tab that is in use. */
const PAUSE_MS = 15_000;

/** The same after an answer that may mean that the session has ended. */
const PAUSE_AFTER_REFUSAL_MS = 2_000;

/** Milliseconds without any use after which a visible tab stops asking. It asks again when it is used. */
const UNUSED_MS = 300_000;

/** What the auth service says of a session that it does not have, and of an account that it does not have. */
const refusalSchema = v.object({ error_code: v.picklist(['session_not_found', 'user_not_found']) });

/** Finds out that the session of this browser was ended on another device, long before its access token expires. */
export interface SessionCheck {
  /** For the client: `fetch` that looks at the answers, as a refusal may be the first sign of the end. */
  readonly fetch: typeof fetch;
  /** Asks from now on while the tab is visible and in use. */
  begin(ends: SessionEnds): void;
}

/**
 * Asks the auth service itself, with the stored token: supabase-js would drop a session that began while the answer was on
 * its way. A connection to Realtime would tell sooner, but most pages need none.
 */
export function createSessionCheck(
  { supabaseUrl, supabaseKey }: Credentials,
  storage: SessionStorage,
  network: typeof fetch,
): SessionCheck {
  let ends: SessionEnds | null = null;
  let usedAt = Date.now();
  // A refusal can come with the first answer; there is no other hurry to ask.
  let askedAt = usedAt - PAUSE_AFTER_REFUSAL_MS;

  async function ask(pause: number): Promise<void> {
    const token = storage.storedSession()?.access_token;
    const now = Date.now();
    if (ends === null || token === undefined || now - askedAt < pause) return;
    askedAt = now;
    const user = new URL('auth/v1/user', supabaseUrl.replace(/\/*$/, '/'));
    const answer = await network(user, { headers: { apikey: supabaseKey, authorization: `Bearer ${token}` } });
    if (answer.ok) return;
    const refusal = v.safeParse(refusalSchema, await answer.json());
    const current = storage.storedSession()?.access_token;
    if (!refusal.success || current === undefined || sessionIdIn(current) !== sessionIdIn(token)) return;
    const end = refusal.output.error_code === 'user_not_found' ? 'deleted' : 'revoked';
    await ends.end(end, end);
  }

  function askQuietly(pause: number): void {
    // Without an answer nothing is known, and the next question comes soon.
    ask(pause).catch(() => undefined);
  }

  function askInUse(): void {
    if (document.visibilityState === 'visible' && Date.now() - usedAt < UNUSED_MS) askQuietly(PAUSE_MS);
  }

  function use(): void {
    usedAt = Date.now();
    askInUse();
  }

  return {
    async fetch(input, init) {
      const answer = await network(input, init);
      if (answer.status === 401 || answer.status === 403) askQuietly(PAUSE_AFTER_REFUSAL_MS);
      return answer;
    },
    begin(watched) {
      ends = watched;
      for (const sign of ['pointerdown', 'keydown', 'focus']) window.addEventListener(sign, use, { capture: true, passive: true });
      document.addEventListener('visibilitychange', use);
      setInterval(askInUse, PAUSE_MS);
    },
  };
}
