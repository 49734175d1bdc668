import type { Auth, AuthActions, AuthState, AuthStatus, Session } from '@atrium/page-kit/contract/auth';

interface Facts {
  readonly session: Session | null;
  readonly error: string | null;
  readonly status: AuthStatus;
  readonly runningActions: number;
}

/** The sign-in state of the tab (specification, section 3), outside React. */
export interface AuthStore {
  readonly getAuth: () => Auth;
  readonly subscribe: (listener: () => void) => () => void;
  startBegins(): void;
  /** @param error the failure's message, or null after success. */
  startEnds(error: string | null): void;
  actionBegins(): void;
  /** @param error the failure's message, or null after success. */
  actionEnds(error: string | null): void;
  /** Sets session and user; objects that hold the same data as before stay the same objects. */
  setSession(session: Session | null): void;
}

function stateOf({ session, error, status, runningActions }: Facts): AuthState {
  const user = session?.user ?? null;
  return {
    user,
    session,
    loading: status === 'starting' || runningActions > 0,
    error,
    isAuthenticated: user !== null,
    status,
  };
}

/** Creates the store with the actions that `getAuth()` gives beside the state. */
export function createAuthStore(actions: AuthActions): AuthStore {
  const listeners = new Set<() => void>();
  let facts: Facts = { session: null, error: null, status: 'starting', runningActions: 0 };
  let auth: Auth = { ...stateOf(facts), ...actions };

  function change(changes: Partial<Facts>): void {
    facts = { ...facts, ...changes };
    auth = { ...stateOf(facts), ...actions };
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        // A page module's listener must not make a successful sign-in fail, nor keep it from the others.
        console.error('A listener of the sign-in state failed', error);
      }
    }
  }

  return {
    getAuth: () => auth,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    startBegins() {
      change({ status: 'starting', error: null });
    },
    startEnds(error) {
      change(error === null ? { status: 'ready' } : { status: 'failed', error });
    },
    actionBegins() {
      change({ runningActions: facts.runningActions + 1, error: null });
    },
    actionEnds(error) {
      const runningActions = facts.runningActions - 1;
      change(error === null ? { runningActions } : { runningActions, error });
    },
    setSession(session) {
      // A session that arrives after a failed start-up is the start-up's end: another tab, or a later refresh, had more luck.
      if (facts.status === 'failed') change({ session, status: 'ready', error: null });
      else if (session !== facts.session) change({ session });
    },
  };
}
