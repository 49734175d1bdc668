import { createClient } from '@supabase/supabase-js';
import type { Assurance, Auth, AuthActionName, AuthHandle, Session, SessionEnd, SupabaseClient, VerifyToken } from '../../contract/auth.ts';
import type { FakeBackend } from '../../fake-backend/fake-backend.ts';
import type { Tokens } from '../../fake-backend/auth/sessions.ts';
import { socketsTo } from '../fake-socket.ts';
import { MockActionError } from './action-error.ts';
import { limitedFetch } from './limited-fetch.ts';
import { askAssurance, createMockActions } from './mock-actions.ts';
import { MockStore } from './mock-store.ts';
import { isSameData } from './same-data.ts';
import { createMockTokenCheck } from './token-check.ts';

/** How the start-up of the sign-in goes: at once, not before the test says so, or not at all at the first try. */
export type MockStart = 'at-once' | 'waits' | 'fails';

/** What the auth remote says when the site's own server does not answer (specification 7.2). */
const NO_CREDENTIALS = 'Failed to fetch credentials';

let opened = 0;

/** The sign-in of one test: the state of the page contract over a real supabase-js client before the fake backend. */
export class MockSignIn implements AuthHandle {
  readonly client: ReturnType<typeof createClient>;
  readonly getAuth: () => Auth;
  readonly subscribe: (listener: () => void) => () => void;
  readonly verifyToken: VerifyToken;
  readonly #backend: FakeBackend;
  readonly #store: MockStore;
  readonly #storageKey: string;
  #start: MockStart;
  #started: Promise<void> | null = null;
  #endStart: () => void = () => undefined;
  readonly #mayStart: Promise<void>;
  /** Why a session that ends now ends, where nobody asked for it here. */
  #end: SessionEnd = 'revoked';
  #loggingOut = 0;

  /**
   * @param stored session that an earlier visit left in this browser, as JSON
   * @param codeVerifier what an earlier visit left there for the link that it asked for (RFC 7636)
   */
  constructor(
    backend: FakeBackend,
    { start, stored, codeVerifier }: { readonly start: MockStart; readonly stored: string | null; readonly codeVerifier: string | null },
  ) {
    this.#backend = backend;
    this.#start = start;
    opened += 1;
    // One of its own for each tab: supabase-js warns of two clients with the same.
    this.#storageKey = `sb-test-${opened}-auth-token`;
    if (stored) localStorage.setItem(this.#storageKey, stored);
    if (codeVerifier) localStorage.setItem(`${this.#storageKey}-code-verifier`, codeVerifier);
    this.#mayStart = new Promise((resolve) => {
      this.#endStart = resolve;
    });
    if (start !== 'waits') this.#endStart();
    const perform = <Result>(action: AuthActionName, call: (client: SupabaseClient) => Promise<Result>) => this.#perform(action, call);
    const actions = createMockActions(perform, { retryStart: () => this.#retryStart(), assuranceLevel: () => this.#assuranceLevel() });
    this.#store = new MockStore(actions);
    this.getAuth = this.#store.getAuth;
    this.subscribe = this.#store.subscribe;
    this.client = createClient(backend.url, backend.key, {
      auth: { flowType: 'pkce', detectSessionInUrl: false, storageKey: this.#storageKey },
      global: { fetch: limitedFetch },
      realtime: { transport: socketsTo(backend) },
    });
    this.verifyToken = createMockTokenCheck(this.client, `${backend.url}/auth/v1`);
    this.#watchLogOuts();
  }

  readonly hasStoredSession = (): boolean => this.stored() !== null;

  /** The session that this browser keeps, as JSON. */
  stored(): string | null {
    return localStorage.getItem(this.#storageKey);
  }

  /** What this browser keeps for the link that it has asked for, as supabase-js stores it. */
  codeVerifier(): string | null {
    return localStorage.getItem(`${this.#storageKey}-code-verifier`);
  }

  readonly getSupabase = async (): Promise<SupabaseClient> => {
    void this.start();
    await this.#mayStart;
    if (this.#start === 'fails') throw new Error(NO_CREDENTIALS);
    return this.client;
  };

  /** Whether components may use the client: not before the start-up could have it. */
  get opened(): boolean {
    return this.#start === 'at-once';
  }

  /** Whether the start-up waits for the test. */
  get waits(): boolean {
    return this.#start === 'waits';
  }

  /** Resolves when the start-up is over, well or not. */
  start(): Promise<void> {
    this.#started ??= this.#startUp().catch(() => undefined);
    return this.#started;
  }

  /** Ends the wait of a start-up that waits for the test. */
  async finishStart(): Promise<void> {
    this.#start = 'at-once';
    this.#endStart();
    await this.start();
  }

  /** Somebody has logged in, or given a code, in another tab. */
  async takeSession({ access_token, refresh_token }: Tokens): Promise<void> {
    const seen = this.#backend.requests.length;
    const { error } = await this.client.auth.setSession({ access_token, refresh_token });
    // What the test asked is nothing that the page asked.
    this.#backend.requests.length = seen;
    if (error) throw error;
  }

  /** The session ends without anybody asking for it in this tab. */
  async endSession(end: SessionEnd): Promise<void> {
    this.#end = end;
    const email = this.getAuth().user?.email;
    if (email === undefined) return;
    this.#backend.auth.endSessions(email);
    const seen = this.#backend.requests.length;
    // The answer that there is no such session makes supabase-js forget it.
    await this.client.auth.getUser();
    this.#backend.requests.length = seen;
    this.#end = 'revoked';
  }

  /** Looks at the session, as supabase-js does every half minute: a token that is about to expire is refreshed. */
  async lookAtSession(): Promise<void> {
    if (this.getAuth().session) await this.client.auth.getSession();
  }

  /** Asks the service in the background whether the state's assurance is right. */
  readonly recheckAssurance = (): void => {
    // Nobody is kept from working for want of a connection; the next guard asks again.
    if (this.getAuth().session) this.#assuranceLevel().catch(() => undefined);
  };

  /** Ends the timers and listeners of the client. */
  async close(): Promise<void> {
    this.#endStart();
    await this.client.auth.dispose();
    await this.client.removeAllChannels();
  }

  async #startUp(): Promise<void> {
    await this.#mayStart;
    if (this.#start === 'fails') {
      const failure = new MockActionError('start', { name: 'AuthRetryableFetchError', message: NO_CREDENTIALS, status: 0 });
      this.#store.change({ status: 'failed', error: failure.message });
      throw failure;
    }
    try {
      const { data, error } = await this.client.auth.getSession();
      if (error) throw error;
      this.#setSession(data.session, null);
    } catch (cause) {
      const failure = new MockActionError('start', cause);
      this.#store.change({ status: 'failed', error: failure.message });
      throw failure;
    } finally {
      this.#follow();
    }
    this.#store.change({ status: 'ready' });
  }

  async #retryStart(): Promise<void> {
    if (this.getAuth().status === 'ready') return;
    this.#start = 'at-once';
    this.#endStart();
    this.#store.change({ status: 'starting', error: null });
    const started = this.#startUp();
    this.#started = started.catch(() => undefined);
    await started;
  }

  /** Follows every later change of the session. The callback stays synchronous: a call of the client awaited in it would wait for itself. */
  #follow(): void {
    this.client.auth.onAuthStateChange((event, session) => {
      if (event === 'INITIAL_SESSION') return;
      this.#setSession(session, session === null && (this.#loggingOut === 0 || this.#end === 'deleted') ? this.#end : null);
    });
  }

  #setSession(session: Session | null, end: SessionEnd | null): void {
    this.#store.setSession(session, end);
    const { user } = this.getAuth();
    if (user) localStorage.setItem('user', JSON.stringify(user));
    else localStorage.removeItem('user');
  }

  #watchLogOuts(): void {
    const signOut = this.client.auth.signOut.bind(this.client.auth);
    this.client.auth.signOut = async (options) => {
      this.#loggingOut += 1;
      try {
        return await signOut(options);
      } finally {
        this.#loggingOut -= 1;
      }
    };
  }

  async #perform<Result>(action: AuthActionName, call: (client: SupabaseClient) => Promise<Result>): Promise<Result> {
    this.#store.actionBegins();
    let message: string | null = null;
    try {
      await this.start();
      if (action === 'deleteAccount') this.#end = 'deleted';
      return await call(this.client);
    } catch (cause) {
      const failure = new MockActionError(action, cause);
      ({ message } = failure);
      throw failure;
    } finally {
      if (action === 'deleteAccount') this.#end = 'revoked';
      this.#store.actionEnds(message);
    }
  }

  /** Reads only: neither `loading` nor `error` follow it, so that guards can ask while a person types. */
  async #assuranceLevel(): Promise<Assurance> {
    try {
      await this.start();
      const answer = await askAssurance(this.client);
      if (!answer) return { currentLevel: null, nextLevel: null };
      const { session, assurance } = this.getAuth();
      if (session?.access_token === answer.token && !isSameData(assurance, answer.assurance)) this.#store.change({ assurance: answer.assurance });
      return answer.assurance;
    } catch (cause) {
      throw new MockActionError('readFactors', cause);
    }
  }
}
