import { createClient } from '@supabase/supabase-js';
import type { Session, SessionEnd, SupabaseClient, VerifyToken } from '@atrium/page-kit/contract/auth';
import type { Credentials } from '../credentials/fetch-credentials.ts';
import { createAuthCalls, type AuthCalls } from './auth-calls.ts';
import { limitedFetch } from './limited-fetch.ts';
import { ownClockFetch } from './own-clock-fetch.ts';
import { assertPublicKey } from './public-key.ts';
import { createRefreshClient, refreshAnew } from './refresh-anew.ts';
import { createSessionCheck } from './session-check.ts';
import { watchSessionEnds } from './session-end.ts';
import { createSessionStorage } from './session-storage.ts';
import { noticeStaleCredentials } from './stale-credentials.ts';
import { createTokenCheck } from './token-check.ts';

/** The one client, and what the sign-in does with it. This module and all it imports arrive in a chunk of their own. */
export interface Connection {
  readonly client: SupabaseClient;
  readonly calls: AuthCalls;
  /** Reads the existing session, refreshed where it has expired. Rejects where that was impossible. */
  readSession(): Promise<Session | null>;
  /**
   * Follows every later change of the session, in this tab and in others, with the reason where one ended without a
   * log-out in this tab; once more where another tab's reason arrives later. The listener must not throw.
   */
  followSession(listener: (session: Session | null, end: SessionEnd | null) => void): void;
  readonly verifyToken: VerifyToken;
}

/** supabase-js saves a session with its expiry, but reports the one of a second factor as the service gave it. */
function withExpiry(session: Session | null): Session | null {
  return session === null || session.expires_at !== undefined
    ? session
    : { ...session, expires_at: Math.round(Date.now() / 1000) + session.expires_in };
}

/**
 * Creates the client.
 *
 * @throws {Error} stating that the address is required, invalid or malformed (specification 5.1).
 * @throws {SecretKeyError} for a key that must not be in a browser.
 */
export function connect(credentials: Credentials): Connection {
  const { supabaseUrl, supabaseKey } = credentials;
  assertPublicKey(supabaseKey);
  const storage = createSessionStorage();
  const network = ownClockFetch(noticeStaleCredentials(limitedFetch, credentials));
  const check = createSessionCheck(credentials, storage, network);
  const client = createClient(supabaseUrl, supabaseKey, {
    auth: { flowType: 'pkce', detectSessionInUrl: false, storage },
    global: { fetch: check.fetch },
  });
  const ends = watchSessionEnds(client.auth, storage);
  check.begin(ends);
  let hasFailed = false;

  async function readSession(): Promise<Session | null> {
    const { data, error } = await client.auth.getSession();
    if (error === null) return data.session;
    const stored = storage.storedSession();
    if (!hasFailed || stored === null) {
      hasFailed = true;
      throw error;
    }
    return refreshAnew(client.auth, stored.refresh_token, () => createRefreshClient(supabaseUrl, supabaseKey));
  }

  return {
    client,
    verifyToken: createTokenCheck(supabaseUrl, supabaseKey),
    calls: createAuthCalls(client, {
      forget: () => {
        storage.forgetSession();
      },
      endDeleted: () => ends.end('deleted', 'deleted'),
    }),
    async readSession() {
      const session = await readSession();
      ends.saw(session);
      return session;
    },
    followSession(listener) {
      let isOver = false;

      /** The service says of a refresh token that it does not know it, whether the session has ended or the account is gone. */
      async function lookForAccount(person: string): Promise<void> {
        const answer: { readonly data: unknown } = await client.rpc('account_is_deleted', { person });
        if (answer.data === true && isOver && person === ends.person()) listener(null, 'deleted');
      }

      // Synchronous: a call of the client awaited in here would wait for itself.
      client.auth.onAuthStateChange((event, session) => {
        // Start-up has read the existing session already, and must not be overtaken by an older reading.
        if (event === 'INITIAL_SESSION') return;
        if (event === 'SIGNED_OUT') storage.forgetTabOnly();
        ends.saw(session);
        isOver = session === null;
        const end = session === null ? ends.why() : null;
        listener(withExpiry(session), end);
        const person = ends.person();
        // Without an answer, the person is asked to log in again.
        if (end === 'revoked' && person !== null) lookForAccount(person).catch(() => undefined);
      });
      ends.onNoted((end) => {
        if (isOver) listener(null, end);
      });
    },
  };
}
