import type { Assurance, AuthActionName, AuthActions, AuthHandle, User, VerifyToken } from '@atrium/page-kit/contract/auth';
import type { AuthCalls } from './calls.ts';
import { sessionIdIn } from './claims.ts';
import { ClientLoader, onceSuccessful } from './client-loader.ts';
import type { Connect, Connection } from './client.ts';
import { ActionError, describeFailure, logFailure as logToConsole, TokenRefusal, type LogFailure } from './errors.ts';
import { text } from './messages.ts';
import { availableProviders, canUsePasskeys } from './methods/allowed-methods.ts';
import type { IdentityCalls } from './methods/identity.ts';
import { createConfirmation, type Confirmation } from './recent/confirmation.ts';
import { AuthStore } from './state.ts';
import { hasStoredSession } from './stored-session.ts';

/** The sign-in of the tab: one client, one state. */
export interface SignIn extends AuthHandle {
  /** Starts up, once. A failure is in the state; only `retryStart` and actions start again after it. */
  readonly start: () => void;
  /** See the page contract. */
  readonly verifyToken: VerifyToken;
  /** Checks the state's assurance with the service in the background, once for each access token. */
  readonly recheckAssurance: () => void;
  /** Asks the user to confirm their identity before a dangerous action. */
  readonly confirmation: Confirmation;
  /** Proves again who the signed-in user is. */
  readonly identity: IdentityCalls;
  /** See the page contract: what waited for the first page is loaded now. */
  readonly firstPageShown: () => void;
  /** The open connection, or the last attempt. Stable until the next attempt, so that React's `use` can suspend on it. */
  readonly lastConnection: () => Connection | Promise<Connection>;
}

/** The environment of the sign-in. */
export interface SignInOptions {
  /** Loads `connect` of `client.ts`, and supabase-js with it, as a separate chunk: the log-in form does not need it. */
  readonly loadConnect: () => Promise<Connect>;
  /** Stops listening to the window. For tests; the sign-in of a tab lives as long as the tab. */
  readonly signal?: AbortSignal;
  /** Logs failures; the console by default. */
  readonly logFailure?: LogFailure;
}

/** Creates the sign-in. It requests nothing before it is used. */
export function createSignIn({ loadConnect, signal, logFailure = logToConsole }: SignInOptions): SignIn {
  const loader = new ClientLoader(loadConnect, logFailure);
  const store = new AuthStore(createActions());
  const confirmation = createConfirmation(store);
  let followed: Connection | null = null;

  /** Start-up (specification 4.1): reads the existing session, then listens for changes, also after a failure. */
  const start = onceSuccessful(async () => {
    const { status } = store.getAuth();
    // After a failed start-up, a later refresh or another tab can have brought the session.
    if (status === 'ready') return;
    if (status === 'failed') store.startBegins();
    try {
      const connection = await loader.open();
      try {
        store.setSession(await connection.readSession(), null);
      } catch (error) {
        logFailure('start', describeFailure(error));
        throw error;
      } finally {
        if (followed !== connection) connection.followSession((session, end) => store.setSession(session, end));
        followed = connection;
      }
      store.startEnds(null);
    } catch (cause) {
      const error = new ActionError('start', describeFailure(cause), cause);
      store.startEnds(error.message);
      throw error;
    }
  });

  /** Starts for a caller that needs no result: {@link start} puts a failure into the state and the log. */
  function startInBackground(): void {
    start().catch(() => undefined);
  }

  function startOnce(): void {
    if (store.getAuth().status === 'starting') startInBackground();
  }

  /** The service's calls, once the start-up has ended, even if it failed. */
  async function openCalls(): Promise<AuthCalls> {
    loader.loadNow();
    const started = start().catch(() => undefined);
    const { calls } = await loader.open();
    await started;
    return calls;
  }

  /** Runs one call. A failure is logged, and rejects with an {@link ActionError}. */
  async function attempt<Result>(action: AuthActionName, call: (calls: AuthCalls) => Promise<Result>): Promise<Result> {
    try {
      return await call(await openCalls());
    } catch (cause) {
      const description = describeFailure(cause);
      logFailure(action, description);
      throw new ActionError(action, description, cause);
    }
  }

  /** Runs one call as an action: `loading` and `error` follow it, too. */
  async function perform<Result>(action: AuthActionName, call: (calls: AuthCalls) => Promise<Result>): Promise<Result> {
    store.actionBegins();
    let problem: string | null = null;
    try {
      return await attempt(action, call);
    } catch (failure) {
      problem = failure instanceof ActionError ? failure.message : String(failure);
      throw failure;
    } finally {
      store.actionEnds(problem);
    }
  }

  /**
   * Shares one run between parallel calls with the same arguments: a double click sends one request. Runs belong to the session that
   * they started in: a user who logs in while the previous session's log-out is still waiting for the service can log out, too.
   */
  function shareRuns<Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>): (...args: Args) => Promise<Result> {
    const running = new Map<string, Promise<Result>>();
    return (...args) => {
      const key = JSON.stringify([sessionIdIn(store.getAuth().session?.access_token ?? ''), args]);
      const pending = running.get(key);
      if (pending !== undefined) return pending;
      const started = run(...args).finally(() => running.delete(key));
      running.set(key, started);
      return started;
    };
  }

  /** An action that shares one run between parallel calls with the same arguments. */
  function action<Args extends unknown[], Result>(name: AuthActionName, call: (calls: AuthCalls, ...args: Args) => Promise<Result>, runCall = perform<Result>): (...args: Args) => Promise<Result> {
    const run = shareRuns((...args: Args) => runCall(name, (calls) => call(calls, ...args)));
    // Drops what the action does not take, such as the event of `onClick={passkeys.login}`.
    return (...args) => run(...(args.slice(0, call.length - 1) as Args));
  }

  function createActions(): AuthActions {
    // The options can be an event, so they are read before they are compared.
    const logout = action('logout', (calls, everywhere: boolean) => calls.logout(everywhere));
    return {
      register: action('register', (calls, input) => calls.register(input)),
      login: action('login', (calls, input) => calls.login(input)),
      requestLoginCode: action('requestLoginCode', (calls, email, next) => calls.requestLoginCode(email, next)),
      loginWithCode: action('loginWithCode', (calls, input) => calls.loginWithCode(input)),
      logout: (options) => logout(options?.everywhere === true),
      resetPassword: action('resetPassword', (calls, email) => calls.resetPassword(email)),
      redeemLink: action('redeemLink', (calls, link) => calls.redeemLink(link)),
      resendConfirmation: action('resendConfirmation', (calls, email, next) => calls.resendConfirmation(email, next)),
      updatePassword: action('updatePassword', (calls, password, current) => calls.updatePassword(password, current)),
      updateEmail: action('updateEmail', (calls, email) => calls.updateEmail(email)),
      updateProfile: action('updateProfile', (calls, profile) => calls.updateProfile(profile)),
      deleteAccount: action('deleteAccount', (calls, password) => calls.deleteAccount(password)),
      confirmIdentity: (maxAge) => confirmation.ask(maxAge),
      retryStart: () => start(),
      mfa: {
        assuranceLevel: () => assuranceLevel(),
        factors: action('readFactors', ({ mfa }) => mfa.factors()),
        enroll: action('enroll', ({ mfa }, input) => mfa.enroll(input)),
        challenge: action('challenge', ({ mfa }, factorId) => mfa.challenge(factorId)),
        verify: action('verify', ({ mfa }, input) => mfa.verify(input)),
        rename: action('renameFactor', ({ mfa }, id, name) => mfa.rename(id, name)),
        unenroll: action('unenroll', ({ mfa }, factorId) => mfa.unenroll(factorId)),
        recoveryCodes: {
          status: action('readRecoveryCodes', (calls) => calls.recoveryCodes.status()),
          create: action('createRecoveryCodes', (calls) => calls.recoveryCodes.create()),
          verify: action('verifyRecoveryCode', (calls, code) => calls.recoveryCodes.verify(code)),
          remove: action('removeRecoveryCodes', (calls) => calls.recoveryCodes.remove()),
        },
      },
      passkeys: {
        isAvailable: canUsePasskeys,
        login: action('loginWithPasskey', (calls) => calls.passkeys.login()),
        autofill,
        list: action('readPasskeys', (calls) => calls.passkeys.list()),
        add: action('addPasskey', (calls) => calls.passkeys.add()),
        rename: action('renamePasskey', (calls, id, name) => calls.passkeys.rename(id, name)),
        remove: action('removePasskey', (calls, id) => calls.passkeys.remove(id)),
      },
      providers: {
        available: availableProviders,
        login: action('loginWithProvider', (calls, provider, next) => calls.providers.login(provider, next)),
        linked: action('readProviders', (calls) => calls.providers.linked()),
        link: action('linkProvider', (calls, provider, next) => calls.providers.link(provider, next)),
        unlink: action('unlinkProvider', (calls, id) => calls.providers.unlink(id)),
      },
      sessions: {
        list: action('readSessions', (calls) => calls.sessions.list()),
        end: action('endSession', (calls, id) => calls.sessions.end(id)),
        activity: action('readActivity', (calls) => calls.sessions.activity()),
      },
    };
  }

  /** Only reads: leaves `loading` and `error` alone, so that guards can use it while the user types. */
  const assuranceLevel = shareRuns(async (): Promise<Assurance> => {
    try {
      const calls = await openCalls();
      const { token, assurance } = await calls.mfa.assuranceLevel();
      if (token !== null) store.setReportedAssurance(token, assurance);
      return assurance;
    } catch (cause) {
      throw new ActionError('readFactors', describeFailure(cause), cause);
    }
  });

  /** Waits for the user for as long as the page is open, so it is no action: `loading` and `error` stay as they are. */
  async function autofill(ended: AbortSignal): Promise<User | null> {
    // The user has not started anything: supabase-js loads after the first page as usual, and a failed start-up is shown by the page.
    await start().catch(() => undefined);
    if (loader.opened === null) return null;
    try {
      return await loader.opened.calls.passkeys.autofill(ended);
    } catch (cause) {
      const description = describeFailure(cause);
      logFailure('loginWithPasskey', description);
      throw new ActionError('loginWithPasskey', description, cause);
    }
  }

  let recheckedToken: string | null = null;

  window.addEventListener('online', () => {
    if (store.getAuth().status === 'failed') startInBackground();
  }, signal && { signal });

  // The page behind the dialog shows `loading` and `error` of its own actions only.
  const identity: IdentityCalls = {
    withPassword: action('login', (calls, password) => calls.identity.withPassword(password), attempt),
    withPasskey: action('loginWithPasskey', (calls) => calls.identity.withPasskey(), attempt),
    hasPasskey: action('readPasskeys', (calls) => calls.identity.hasPasskey(), attempt),
    requestCode: action('requestLoginCode', (calls) => calls.identity.requestCode(), attempt),
    withMailedCode: action('loginWithCode', (calls, code) => calls.identity.withMailedCode(code), attempt),
    mfa: {
      factors: action('readFactors', (calls) => calls.identity.mfa.factors(), attempt),
      challenge: action('challenge', (calls, factorId) => calls.identity.mfa.challenge(factorId), attempt),
      verify: action('verify', (calls, input) => calls.identity.mfa.verify(input), attempt),
      recoveryCodes: { verify: action('verifyRecoveryCode', (calls, code) => calls.identity.mfa.recoveryCodes.verify(code), attempt) },
    },
    cancel: async () => loader.opened?.calls.identity.cancel(),
  };

  return {
    confirmation,
    identity,
    getAuth: store.getAuth,
    subscribe: store.subscribe,
    hasStoredSession,
    start: startOnce,
    async verifyToken(token, options) {
      loader.loadNow();
      const { verifyToken } = await loader.open().catch((cause: unknown) => {
        throw new TokenRefusal('unverifiable', text('token.unverifiable'), cause);
      });
      return verifyToken(token, options);
    },
    recheckAssurance() {
      const token = store.getAuth().session?.access_token ?? null;
      if (token === null || token === recheckedToken) return;
      recheckedToken = token;
      assuranceLevel().catch(() => {
        // Without a response the page stays as it is; the next guard asks again.
        if (recheckedToken === token) recheckedToken = null;
      });
    },
    firstPageShown: () => loader.loadNow(),
    lastConnection() {
      loader.loadNow();
      startOnce();
      return loader.opened ?? loader.lastAttempt();
    },
    async getSupabase() {
      loader.loadNow();
      startInBackground();
      const { client } = await loader.open();
      return client;
    },
  };
}
