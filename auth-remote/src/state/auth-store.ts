import type { Assurance, Auth, AuthActions, AuthState, AuthStatus, Session, SessionEnd } from '@atrium/page-kit/contract/auth';
import { assuranceOf } from './assurance.ts';
import { isSameData } from './same-data.ts';
import { readClaims } from './session-claims.ts';

interface Facts {
  readonly session: Session | null;
  readonly assurance: Assurance;
  readonly permissions: readonly string[];
  readonly ended: SessionEnd | null;
  readonly error: string | null;
  readonly status: AuthStatus;
  readonly runningActions: number;
}

/** The sign-in state of the tab (specification 3.1), outside React. */
export interface AuthStore {
  readonly getAuth: () => Auth;
  readonly subscribe: (listener: () => void) => () => void;
  startBegins(): void;
  /** @param error the failure's message, or null after success. */
  startEnds(error: string | null): void;
  actionBegins(): void;
  /** @param error the failure's message, or null after success. */
  actionEnds(error: string | null): void;
  /**
   * Sets session and user.
   * @param end why a session that is now missing ended; null when the person asked for it here.
   */
  setSession(session: Session | null, end: SessionEnd | null): void;
  /** Corrects the assurance by what the service said about an access token; said too late, it changes nothing. */
  learnAssurance(token: string, assurance: Assurance): void;
}

function stateOf({ session, assurance, permissions, ended, error, status, runningActions }: Facts): AuthState {
  const user = session?.user ?? null;
  return {
    user,
    session,
    loading: status === 'starting' || runningActions > 0,
    error,
    isAuthenticated: user !== null,
    status,
    assurance,
    permissions,
    ended,
  };
}

/** What was there before where the new says the same, so that nobody renders again for it. */
function keepSame<Data>(before: Data, now: Data): Data {
  return isSameData(before, now) ? before : now;
}

/** Creates the store with the actions that `getAuth()` gives beside the state. */
export function createAuthStore(actions: AuthActions): AuthStore {
  const listeners = new Set<() => void>();
  let facts: Facts = {
    session: null,
    assurance: assuranceOf(null),
    permissions: [],
    ended: null,
    error: null,
    status: 'starting',
    runningActions: 0,
  };
  let auth: Auth = { ...stateOf(facts), ...actions };
  /** The access token that {@link AuthStore.learnAssurance} was told about. */
  let learnedOf: string | null = null;

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

  /** The assurance of a session: what the service said about the same token stands. */
  function settleAssurance(session: Session | null): Assurance {
    if (session !== null && session.access_token === learnedOf) return facts.assurance;
    return keepSame(facts.assurance, assuranceOf(session));
  }

  /** A session that was over before cannot end again: other tabs report the same end. But one may know the reason better. */
  function settleEnd(session: Session | null, end: SessionEnd | null): SessionEnd | null {
    if (session !== null || end === null) return null;
    if (facts.session !== null || facts.ended === 'revoked') return end;
    return facts.ended;
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
    setSession(session, end) {
      const ended = settleEnd(session, end);
      const isSame = session === facts.session && ended === facts.ended;
      const permissions = (session && readClaims(session.access_token)?.app_metadata.permissions) ?? [];
      const changes = {
        session,
        ended,
        assurance: settleAssurance(session),
        permissions: keepSame(facts.permissions, permissions),
      };
      // A session that arrives after a failed start-up is the start-up's end: another tab, or a later refresh, had more luck.
      if (facts.status === 'failed') change({ ...changes, status: 'ready', error: null });
      else if (!isSame) change(changes);
    },
    learnAssurance(token, assurance) {
      if (token !== facts.session?.access_token) return;
      learnedOf = token;
      if (!isSameData(assurance, facts.assurance)) change({ assurance });
    },
  };
}
