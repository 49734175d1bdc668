import { connect, type StartTimer } from '@atrium/auth-core/client';
import { noteEnd } from '@atrium/auth-core/session-end';
import { sessionIdIn } from '@atrium/auth-core/claims';
import { createSignIn, type SignIn } from '@atrium/auth-core/sign-in';
import type { Auth, SessionEnd } from '../contract/auth.ts';
import type { FakeBackend } from '../fake-backend/fake-backend.ts';
import type { Tokens } from '../fake-backend/auth/sessions.ts';
import { onClockMove } from './clock.ts';

let opened = 0;

/** The sign-in of one visit: the auth remote's own, with the fake backend as its Supabase project. */
export class TestSignIn {
  readonly signIn: SignIn;
  readonly #backend: FakeBackend;
  readonly #storageKey: string;
  readonly #closing = new AbortController();

  /**
   * @param stored the session that this browser stores, as JSON; null for none
   * @param before the visit before, in the same browser
   * @param leaveFor opens the page of a provider
   */
  constructor(backend: FakeBackend, stored: string | null, before: TestSignIn | null, leaveFor: (address: string) => void) {
    this.#backend = backend;
    opened += 1;
    this.#storageKey = `sb-test-${String(opened)}-auth-token`;
    if (before) before.#leave(this.#storageKey);
    this.#store(stored);
    const { signal } = this.#closing;
    const options = {
      startTimer: startClockTimer(signal),
      logFailure: () => undefined,
      onStaleCredentials: () => Promise.resolve(),
      leaveFor,
      storageKey: this.#storageKey,
      signal,
    };
    this.signIn = createSignIn({
      loadConnect: () => Promise.resolve((credentials) => {
        signal.throwIfAborted();
        return connect(credentials, options);
      }),
      logFailure: options.logFailure,
      signal,
    });
    this.signIn.firstPageShown();
  }

  /** Starts up. Resolves when that is over, successfully or not. */
  async start(): Promise<void> {
    this.signIn.start();
    await this.#until(({ status }) => status !== 'starting');
  }

  /** The user logs in, or enters a code, in another tab. */
  async receiveSession(tokens: Tokens): Promise<void> {
    this.#store(JSON.stringify(tokens));
    // Before the start-up is over, nothing listens: it reads the stored session.
    if (this.signIn.getAuth().status !== 'ready') return;
    this.#postFromOtherTab('SIGNED_IN', tokens);
    await this.#until(({ session }) => session?.access_token === tokens.access_token);
  }

  /** The session ends without an action in this tab. */
  async endSession(end: Exclude<SessionEnd, 'deleted'>): Promise<void> {
    const { user, session } = this.signIn.getAuth();
    if (!user?.email || !session) return;
    this.#backend.auth.endSessions(user.email);
    if (end === 'elsewhere') noteEnd(sessionIdIn(session.access_token) ?? '', end);
    this.#store(null);
    this.#postFromOtherTab('SIGNED_OUT', null);
    await this.#until(({ isAuthenticated }) => !isAuthenticated);
  }

  /** Logs in as the site's `/auth/confirm` does when a provider sends the user back. Returns the path where the user continues. */
  async returnFromProvider({ pathname, searchParams }: URL): Promise<string> {
    const code = searchParams.get('code');
    if (code === null) return pathname;
    try {
      await this.signIn.getAuth().redeemLink({ code });
    } catch {
      // The state has the error, and the site's page at this path shows it.
      return pathname;
    }
    const next = searchParams.get('next') ?? '';
    return next.startsWith('/') ? next : '/';
  }

  /** Refreshes a token that is about to expire, as supabase-js does every half minute. */
  async checkExpiry(): Promise<void> {
    if (!this.signIn.getAuth().session) return;
    const { auth } = await this.signIn.getSupabase();
    await auth.getSession();
  }

  /** The session that this browser stores, as JSON; null for none. */
  storedSession(): string | null {
    return localStorage.getItem(this.#storageKey);
  }

  /** Removes the session that this browser stores. */
  removeSession(): void {
    this.#store(null);
  }

  /** Ends timers and listeners. */
  close(): void {
    this.#closing.abort();
  }

  /** Closes this visit. What it stored for a mailed link or a provider (RFC 7636) is for the next one. */
  #leave(nextStorageKey: string): void {
    this.close();
    const verifier = localStorage.getItem(`${this.#storageKey}-code-verifier`);
    if (verifier !== null) localStorage.setItem(`${nextStorageKey}-code-verifier`, verifier);
  }

  #store(session: string | null): void {
    if (session === null) localStorage.removeItem(this.#storageKey);
    else localStorage.setItem(this.#storageKey, session);
  }

  /** Sends the client the broadcast that another tab of the site would send (auth-js, `_notifyAllSubscribers`). */
  #postFromOtherTab(event: string, session: Tokens | null): void {
    const channel = new BroadcastChannel(this.#storageKey);
    channel.postMessage({ event, session });
    channel.close();
  }

  #until(condition: (auth: Auth) => boolean): Promise<void> {
    const { getAuth, subscribe } = this.signIn;
    return new Promise((resolve) => {
      const check = () => {
        if (!condition(getAuth())) return;
        stop();
        resolve();
      };
      const stop = subscribe(check);
      check();
    });
  }
}

/** Timers that the test's clock moves: `faults.hang` and `clock.advance({ seconds: 15 })` reach the limits of requests. */
function startClockTimer(signal: AbortSignal): StartTimer {
  const running = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const cancel of running) cancel();
  });
  return (callback, ms) => {
    const end = Date.now() + ms;
    const timer = setTimeout(callback, ms);
    const stopFollowing = onClockMove(() => {
      if (Date.now() >= end) callback();
    });
    const cancel = () => {
      clearTimeout(timer);
      stopFollowing();
      running.delete(cancel);
    };
    running.add(cancel);
    return cancel;
  };
}
