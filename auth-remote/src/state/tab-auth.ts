import type { Assurance, Auth, AuthActionName, AuthHandle, Session, SessionEnd, VerifyToken } from '@atrium/page-kit/contract/auth';
import type { AuthCalls } from '../client/auth-calls.ts';
import type { ClientCode } from '../client/client-code.ts';
import type { Connection } from '../client/connection.ts';
import { hasStoredSession } from '../client/stored-session.ts';
import { ActionError } from '../failure/auth-action-error.ts';
import { describeFailure } from '../failure/describe-failure.ts';
import { logFailure } from '../failure/log-failure.ts';
import { text } from '../messages.ts';
import { TokenRefusal } from '../token/token-error.ts';
import { createAuthActions } from './auth-actions.ts';
import { createAuthStore } from './auth-store.ts';
import { createClientSource } from './client-source.ts';
import { keepSuccess } from './keep-success.ts';
import { settleSession } from './settled-session.ts';
import { singleFlight } from './single-flight.ts';
import { storeUser } from './stored-user.ts';

/** The sign-in of the tab: one client, one state, outside React. */
export interface TabAuth extends AuthHandle {
  readonly getAuth: () => Auth;
  readonly subscribe: (listener: () => void) => () => void;
  /** Begins the start-up, once; a failed one is not begun again. Its failure is in the state. */
  start(): void;
  /** See the page contract. */
  readonly verifyToken: VerifyToken;
  /** Asks the service in the background whether the state's assurance is right, once for each access token. */
  recheckAssurance(): void;
  /** What only people see who have or had a session: a dialog and a page. Null before there was a client, and so a session. */
  sessionScreens(): Pick<ClientCode, 'LogInAgain' | 'NotPermitted'> | null;
  /** See the page contract: what waited for the first page is fetched from now on. */
  readonly firstPageShown: () => void;
  /** The connection where there is one, else the last attempt, for `use`: the same promise until somebody tries again. */
  lastConnection(): Connection | Promise<Connection>;
}

/** Creates the sign-in. Nothing is asked for before it is used. */
export function createTabAuth(): TabAuth {
  const source = createClientSource();
  const store = createAuthStore(createAuthActions(perform, { retryStart: () => start(), assuranceLevel: () => assuranceLevel(null) }));
  let following: Connection | null = null;

  function setSession(now: Session | null, end: SessionEnd | null): void {
    const session = settleSession(store.getAuth().session, now);
    store.setSession(session, end);
    storeUser(session?.user ?? null);
  }

  /** Start-up (specification 4.1): reads the existing session, then listens for changes, also after a failure. */
  const start = keepSuccess(async () => {
    const { status } = store.getAuth();
    // After a failed start-up a later refresh, or another tab, can have brought the session.
    if (status === 'ready') return;
    if (status === 'failed') store.startBegins();
    try {
      const connection = await source.open();
      try {
        setSession(await connection.readSession(), null);
      } catch (error) {
        logFailure('start', describeFailure(error));
        throw error;
      } finally {
        if (following !== connection) connection.followSession(setSession);
        following = connection;
      }
      store.startEnds(null);
    } catch (cause) {
      const error = new ActionError('start', describeFailure(cause), cause);
      store.startEnds(error.message);
      throw error;
    }
  });

  /** For callers who need no answer: {@link start} has put a failure into the state and the console. */
  function startUnwatched(): void {
    start().catch(() => undefined);
  }

  /** Begins the start-up, and leaves a failed one to those who ask for another try. */
  function begin(): void {
    if (store.getAuth().status === 'starting') startUnwatched();
  }

  async function perform<Result>(
    action: AuthActionName,
    call: (calls: AuthCalls) => Promise<Result>,
  ): Promise<Result> {
    store.actionBegins();
    source.hurry();
    let failure: ActionError | null = null;
    try {
      const started = start().catch(() => undefined);
      const { calls } = await source.open();
      await started;
      return await call(calls);
    } catch (cause) {
      const description = describeFailure(cause);
      logFailure(action, description);
      failure = new ActionError(action, description, cause);
      throw failure;
    } finally {
      store.actionEnds(failure?.message ?? null);
    }
  }

  /** Reads only: neither `loading` nor `error` follow it, so that guards can ask while a person types. */
  const assuranceLevel = singleFlight(async (_: null): Promise<Assurance> => {
    source.hurry();
    try {
      await start().catch(() => undefined);
      const { calls } = await source.open();
      const { token, assurance } = await calls.mfa.assuranceLevel();
      if (token !== null) store.learnAssurance(token, assurance);
      return assurance;
    } catch (cause) {
      throw new ActionError('readFactors', describeFailure(cause), cause);
    }
  });

  const verifyToken: VerifyToken = async (token, options) => {
    source.hurry();
    const { verifyToken: verify } = await source.open().catch((cause: unknown) => {
      throw new TokenRefusal('unverifiable', text('token.unverifiable'), cause);
    });
    return verify(token, options);
  };

  let checkedToken: string | null = null;

  // Whoever was offline at start-up need not look for the button.
  window.addEventListener('online', () => {
    if (store.getAuth().status === 'failed') startUnwatched();
  });

  return {
    getAuth: store.getAuth,
    subscribe: store.subscribe,
    hasStoredSession,
    verifyToken,
    start: begin,
    recheckAssurance() {
      const token = store.getAuth().session?.access_token ?? null;
      if (token === null || token === checkedToken) return;
      checkedToken = token;
      assuranceLevel(null).catch(() => {
        // Nobody is kept from working for want of a connection; the next guard asks again.
        if (checkedToken === token) checkedToken = null;
      });
    },
    sessionScreens: () => source.code(),
    firstPageShown: () => source.hurry(),
    lastConnection() {
      source.hurry();
      begin();
      return source.opened() ?? source.last();
    },
    async getSupabase() {
      source.hurry();
      startUnwatched();
      const { client } = await source.open();
      return client;
    },
  };
}
