import type { Session, SessionEnd, SupabaseClient, VerifyToken } from '@atrium/page-kit/contract/auth';
import { AuthClient, createClient, isAuthRetryableFetchError } from '@supabase/supabase-js';
import * as v from 'valibot';
import { createAuthCalls, type AuthCalls } from './calls.ts';
import { readClaims } from './claims.ts';
import type { Credentials } from './credentials.ts';
import { logFailure as logToConsole, type LogFailure } from './errors.ts';
import { text } from './messages.ts';
import { currentSessionFetch, limitedFetch, localClockFetch, watchCredentials, type StartTimer } from './network.ts';
import { SessionCheck } from './session-check.ts';
import { SessionEnds } from './session-end.ts';
import { SessionStorage } from './session-storage.ts';
import { createTokenCheck } from './token.ts';

export type { StartTimer } from './network.ts';

/** The one client, and what the sign-in does with it. This file, and everything that only it imports, loads as a separate chunk. */
export interface Connection {
  readonly client: SupabaseClient;
  readonly calls: AuthCalls;
  /** Reads the existing session, and refreshes it if it has expired. Rejects if that fails. */
  readSession(): Promise<Session | null>;
  /**
   * Follows every later change of the session, in this tab and in others, with the reason if a session ended without a
   * log-out in this tab. Calls again if another tab's reason arrives later. The listener must not throw.
   */
  followSession(listener: (session: Session | null, end: SessionEnd | null) => void): void;
  readonly verifyToken: VerifyToken;
}

/** Creates the client. Throws if it refuses the credentials. */
export type Connect = (credentials: Credentials) => Connection;

/** The environment of the client. */
export interface ConnectOptions {
  /** Called after the site's credentials have changed, until it resolves once. */
  readonly onStaleCredentials: () => Promise<void>;
  /** Times the limits of requests; the browser's timers by default. */
  readonly startTimer?: StartTimer;
  /** Logs failures; the console by default. */
  readonly logFailure?: LogFailure;
  /** Opens a provider's page in this tab. For tests, whose browser cannot navigate. */
  readonly leaveFor?: (address: string) => void;
  /** Storage key of the session; built from the project's host name by default. For tests: supabase-js warns of two clients with one key. */
  readonly storageKey?: string;
  /** Ends the client, its timers and its listeners. For tests; the client of a tab lives as long as the tab. */
  readonly signal?: AbortSignal;
}

/** The credentials contain a key that must not be in a browser. The platform team has to change the setting. */
class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

/**
 * Creates the client. supabase-js refreshes the session by itself while the tab is visible (specification 9.5). Tabs
 * share it in local storage, and supabase-js broadcasts a refreshed session to the other tabs.
 *
 * @throws {Error} if the URL is missing, invalid or malformed (specification 5.1)
 * @throws {SecretKeyError} if the key must not be in a browser
 */
export function connect(credentials: Credentials, options: ConnectOptions): Connection {
  const { onStaleCredentials, startTimer = startBrowserTimer, logFailure = logToConsole, leaveFor = openInTab, storageKey, signal } = options;
  const { supabaseUrl, supabaseKey } = credentials;
  assertPublicKey(supabaseKey);
  const storage = new SessionStorage();
  const limited = limitedFetch(startTimer);
  const network = currentSessionFetch(localClockFetch(watchCredentials(limited, credentials, onStaleCredentials)), storage);
  const check = new SessionCheck(credentials, storage, network);
  const client = createClient(supabaseUrl, supabaseKey, {
    auth: { flowType: 'pkce', detectSessionInUrl: false, experimental: { passkey: true, recoveryCodes: true }, storage, ...(storageKey && { storageKey }) },
    global: { fetch: check.fetch },
  });
  const ends = new SessionEnds(client.auth, storage, signal);
  // supabase-js broadcasts the refreshed session, which contains the current user, to this tab and the others.
  check.begin(ends, () => void client.auth.refreshSession(), signal);
  signal?.addEventListener('abort', () => {
    void client.auth.dispose();
    // Without channels, the socket would stay open for a while, and reconnect if it breaks meanwhile.
    void client.removeAllChannels().then(() => client.realtime.disconnect());
  });
  let hasReadFailed = false;

  async function readSession(): Promise<Session | null> {
    const { data, error } = await client.auth.getSession();
    if (error === null) {
      if (data.session === null) storage.removeAbandonedSessions();
      return data.session;
    }
    const stored = storage.storedSession();
    if (!hasReadFailed || stored === null) {
      hasReadFailed = true;
      throw error;
    }
    return refreshUncached(client.auth, storage, stored.refresh_token, credentials, limited);
  }

  return {
    client,
    verifyToken: createTokenCheck(credentials, limited),
    calls: createAuthCalls(
      client,
      {
        remove: () => storage.removeSession(),
        id: () => storage.storedSessionId(),
        endDeleted: (id) => ends.end('deleted', id),
        openSeparateClient: () => createSeparateClient(credentials, localClockFetch(limited)),
      },
      { leaveFor, logFailure },
    ),
    async readSession() {
      const session = await readSession();
      ends.record(session);
      return session;
    },
    followSession(listener) {
      let isOver = false;

      /** The service gives the same error for an ended session and a deleted account. The database knows which it was. */
      async function checkForDeletion(userId: string): Promise<void> {
        const response: { readonly data: unknown } = await client.rpc('account_is_deleted', { person: userId });
        if (response.data === true && isOver && userId === ends.userId) listener(null, 'deleted');
      }

      // Synchronous: a call of the client that is awaited in here would wait for itself.
      client.auth.onAuthStateChange((event, session) => {
        // The start-up has read the existing session, and this reading can be older.
        if (event === 'INITIAL_SESSION') return;
        if (event === 'SIGNED_OUT') storage.clearTabOnly();
        ends.record(session);
        isOver = session === null;
        const end = session === null ? ends.reason() : null;
        listener(withExpiry(session), end);
        const userId = ends.userId;
        // If the check fails, the user is asked to log in again.
        if (end === 'revoked' && userId !== null) checkForDeletion(userId).catch(() => undefined);
      });
      ends.onNoted((end) => {
        if (isOver) listener(null, end);
      });
    },
  };
}

const startBrowserTimer: StartTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

const openInTab = (address: string): void => window.location.assign(address);

/** supabase-js stores a session with its expiry, but reports the session of a second factor without it. */
function withExpiry(session: Session | null): Session | null {
  return session === null || session.expires_at !== undefined
    ? session
    : { ...session, expires_at: Math.round(Date.now() / 1000) + session.expires_in };
}

let separateClients = 0;

/** Creates a client without a session, separate from the tab's client. Each has its own storage key, because supabase-js warns of two clients with the same key. */
function createSeparateClient({ supabaseUrl, supabaseKey }: Credentials, network: typeof fetch) {
  separateClients += 1;
  return createClient(supabaseUrl, supabaseKey, {
    auth: {
      storageKey: `atrium-separate-${String(separateClients)}`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { passkey: true, recoveryCodes: true },
    },
    global: { fetch: network },
  });
}

let uncachedRefreshes = 0;

/**
 * Refreshes a session right after a failed refresh. For a minute after the failure, supabase-js would repeat it from its
 * cache, even to a user who presses "Try again" when the connection is back. Each refresh has a client with its own
 * storage key, because supabase-js warns of two clients with the same key.
 *
 * @returns null if the service refuses the session, which is then ended
 */
async function refreshUncached(
  auth: SupabaseClient['auth'],
  storage: SessionStorage,
  refreshToken: string,
  { supabaseUrl, supabaseKey }: Credentials,
  network: typeof fetch,
): Promise<Session | null> {
  uncachedRefreshes += 1;
  const temporary = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseKey },
    storageKey: `atrium-refresh-${String(uncachedRefreshes)}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: network,
  });
  try {
    const { data, error } = await temporary.refreshSession({ refresh_token: refreshToken });
    if (error !== null && isAuthRetryableFetchError(error)) throw error;
    // Another tab can have refreshed, ended or replaced the session meanwhile.
    if (storage.storedSession()?.refresh_token !== refreshToken) {
      const current = await auth.getSession();
      if (current.error !== null) throw current.error;
      return current.data.session;
    }
    if (data.session === null) {
      await auth.signOut({ scope: 'local' });
      return null;
    }
    // Not `setSession`, which takes the expiry from the token, by the service's clock (specification 9.3).
    const taken = await auth.refreshSession({ refresh_token: data.session.refresh_token });
    if (taken.error !== null) throw taken.error;
    return taken.data.session;
  } finally {
    await temporary.dispose();
  }
}

const keyClaimsSchema = v.object({ role: v.string() });

/** Refuses `sb_secret_…` keys and JWTs of other roles than `anon`. They bypass row-level security, and `createClient` accepts them. */
function assertPublicKey(key: string): void {
  const role = readClaims(key, keyClaimsSchema)?.role ?? null;
  if (key.startsWith('sb_secret_') || (role !== null && role !== 'anon')) {
    throw new SecretKeyError(text('client.secretKey'));
  }
}
