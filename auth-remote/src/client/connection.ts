import { createClient } from '@supabase/supabase-js';
import type { Session, SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Credentials } from '../credentials/fetch-credentials.ts';
import { createAuthCalls, type AuthCalls } from './auth-calls.ts';
import { limitedFetch } from './limited-fetch.ts';
import { assertPublicKey } from './public-key.ts';
import { createRefreshClient, refreshAnew } from './refresh-anew.ts';
import { createSessionStorage } from './session-storage.ts';

/** The one client, and what the sign-in does with it. This module and all it imports arrive in a chunk of their own. */
export interface Connection {
  readonly client: SupabaseClient;
  readonly calls: AuthCalls;
  /** Reads the existing session, refreshed where it has expired. Rejects where that was impossible. */
  readSession(): Promise<Session | null>;
  /** Follows every later change of the session, in this tab and in others. The listener must not throw. */
  followSession(listener: (session: Session | null) => void): void;
}

/**
 * Creates the client.
 *
 * @throws {Error} stating that the address is required, invalid or malformed (specification, section 5).
 * @throws {SecretKeyError} for a key that must not be in a browser.
 */
export function connect({ supabaseUrl, supabaseKey }: Credentials): Connection {
  assertPublicKey(supabaseKey);
  const storage = createSessionStorage();
  const client = createClient(supabaseUrl, supabaseKey, {
    auth: { flowType: 'pkce', detectSessionInUrl: false, storage },
    global: { fetch: limitedFetch },
  });
  let hasFailed = false;
  return {
    client,
    calls: createAuthCalls(client, () => {
      storage.forgetSession();
    }),
    async readSession() {
      const { data, error } = await client.auth.getSession();
      if (error === null) return data.session;
      const refreshToken = storage.refreshToken();
      if (!hasFailed || refreshToken === null) {
        hasFailed = true;
        throw error;
      }
      return refreshAnew(client.auth, refreshToken, () => createRefreshClient(supabaseUrl, supabaseKey));
    },
    followSession(listener) {
      // Synchronous: a call of the client awaited in here would wait for itself.
      client.auth.onAuthStateChange((event, session) => {
        // Start-up has read the existing session already, and must not be overtaken by an older reading.
        if (event === 'INITIAL_SESSION') return;
        if (event === 'SIGNED_OUT') storage.forgetTabOnly();
        listener(session);
      });
    },
  };
}
