import { AuthClient, isAuthRetryableFetchError, type GoTrueClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { limitedFetch } from './limited-fetch.ts';

type Auth = SupabaseClient['auth'];

let refreshes = 0;

/** A client for one refresh, which keeps nothing. Each has a name of its own, else supabase-js warns of a second one. */
export function createRefreshClient(supabaseUrl: string, supabaseKey: string): GoTrueClient {
  refreshes += 1;
  return new AuthClient({
    url: new URL('auth/v1', supabaseUrl.replace(/\/*$/, '/')).href,
    headers: { apikey: supabaseKey },
    storageKey: `atrium-refresh-${String(refreshes)}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: limitedFetch,
  });
}

/**
 * Refreshes a session although a refresh has just failed. For a minute after such a failure supabase-js answers
 * from memory, and a person who presses "Try again" when the connection is back would be told that it is not.
 * A session that the service refuses is ended; the answer is then null.
 */
export async function refreshAnew(auth: Auth, refreshToken: string, open: () => GoTrueClient): Promise<Session | null> {
  const once = open();
  try {
    const { data, error } = await once.refreshSession({ refresh_token: refreshToken });
    if (error !== null && isAuthRetryableFetchError(error)) throw error;
    if (data.session === null) {
      await auth.signOut({ scope: 'local' });
      return null;
    }
    const taken = await auth.setSession(data.session);
    if (taken.error !== null) throw taken.error;
    return taken.data.session;
  } finally {
    await once.dispose();
  }
}
