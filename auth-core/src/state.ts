import type {
  Assurance,
  AssuranceLevel,
  Auth,
  AuthActions,
  AuthState,
  AuthStatus,
  Session,
  SessionEnd,
  User,
} from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { readClaims } from './claims.ts';

/** What the state is computed from. */
interface Source {
  readonly session: Session | null;
  readonly assurance: Assurance;
  readonly permissions: readonly string[];
  readonly ended: SessionEnd | null;
  readonly error: string | null;
  readonly status: AuthStatus;
  readonly runningActions: number;
}

/** The sign-in state of the tab (specification 3.1), outside React. */
export class AuthStore {
  readonly #actions: AuthActions;
  readonly #listeners = new Set<() => void>();
  #source: Source = {
    session: null,
    assurance: assuranceOf(null),
    permissions: [],
    ended: null,
    error: null,
    status: 'starting',
    runningActions: 0,
  };
  #auth: Auth;
  /** The access token that the service last reported the assurance of. */
  #reportedToken: string | null = null;

  /** @param actions the actions that {@link getAuth} returns together with the state */
  constructor(actions: AuthActions) {
    this.#actions = actions;
    this.#auth = { ...stateOf(this.#source), ...actions };
  }

  readonly getAuth = (): Auth => this.#auth;

  readonly subscribe = (listener: () => void): (() => void) => {
    // A wrapper for each subscription, because two callers can pass the same function.
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  };

  startBegins(): void {
    this.#change({ status: 'starting', error: null });
  }

  /** @param error the failure's message, or null after success */
  startEnds(error: string | null): void {
    this.#change(error === null ? { status: 'ready' } : { status: 'failed', error });
  }

  actionBegins(): void {
    this.#change({ runningActions: this.#source.runningActions + 1, error: null });
  }

  /** @param error the failure's message, or null after success */
  actionEnds(error: string | null): void {
    const runningActions = this.#source.runningActions - 1;
    this.#change(error === null ? { runningActions } : { runningActions, error });
  }

  /**
   * Sets session and user, and stores the user.
   * @param end why a missing session ended; null if the user ended it in this tab
   */
  setSession(reported: Session | null, end: SessionEnd | null): void {
    const before = this.#source;
    const session = keepEqualSession(before.session, reported);
    const ended = this.#nextEnd(session, end);
    const isSame = session === before.session && ended === before.ended;
    const permissions = (session && readClaims(session.access_token, claimsSchema)?.app_metadata.permissions) ?? [];
    const changes = {
      session,
      ended,
      assurance: this.#nextAssurance(session),
      permissions: keepEqual(before.permissions, permissions),
    };
    // A session that arrives after a failed start-up, from another tab or a later refresh, completes the start-up.
    if (before.status === 'failed') this.#change({ ...changes, status: 'ready', error: null });
    else if (!isSame) this.#change(changes);
    storeUser(session?.user ?? null);
  }

  /** Sets the assurance that the service reported for an access token. Ignored if the session has another token meanwhile. */
  setReportedAssurance(token: string, assurance: Assurance): void {
    if (token !== this.#source.session?.access_token) return;
    this.#reportedToken = token;
    if (!isSameData(assurance, this.#source.assurance)) this.#change({ assurance });
  }

  #change(changes: Partial<Source>): void {
    this.#source = { ...this.#source, ...changes };
    this.#auth = { ...stateOf(this.#source), ...this.#actions };
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        // An error in a page module's listener must neither fail a successful sign-in nor skip the other listeners.
        console.error('A listener of the sign-in state failed', error);
      }
    }
  }

  /** The assurance of a session. What the service reported for the same token has precedence. */
  #nextAssurance(session: Session | null): Assurance {
    if (session !== null && session.access_token === this.#reportedToken) return this.#source.assurance;
    return keepEqual(this.#source.assurance, assuranceOf(session));
  }

  /** Several tabs report the end of one session. The first report counts, unless a later one has a better reason than `revoked`. */
  #nextEnd(session: Session | null, end: SessionEnd | null): SessionEnd | null {
    if (session !== null || end === null) return null;
    if (this.#source.session !== null || this.#source.ended === 'revoked') return end;
    return this.#source.ended;
  }
}

function stateOf({ session, assurance, permissions, ended, error, status, runningActions }: Source): AuthState {
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

const claimsSchema = v.object({
  aal: v.fallback(v.string(), ''),
  app_metadata: v.fallback(v.object({ permissions: v.array(v.string()) }), { permissions: [] }),
});

/** The session's assurance according to its own token and user (specification 4.8). */
function assuranceOf(session: Session | null): Assurance {
  if (session === null) return { currentLevel: null, nextLevel: null };
  const currentLevel = asLevel(readClaims(session.access_token, claimsSchema)?.aal);
  return { currentLevel, nextLevel: hasVerifiedFactor(session.user.factors) ? 'aal2' : currentLevel };
}

/** Reads an assurance level; null for anything else. */
export function asLevel(level: string | null | undefined): AssuranceLevel | null {
  return level === 'aal1' || level === 'aal2' ? level : null;
}

const factorSchema = v.object({ status: v.string() });

/** Storage can hold anything under `factors`. What is not a factor is ignored: guards ask the service as well. */
function hasVerifiedFactor(factors: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(factors) ? factors : [];
  return list.some((factor) => {
    const parsed = v.safeParse(factorSchema, factor);
    return parsed.success && parsed.output.status === 'verified';
  });
}

/**
 * Keeps the objects that are unchanged, so that no component renders for them: supabase-js reports the session at every
 * focus of the tab, and a token refresh brings the same user in a new object.
 */
function keepEqualSession(before: Session | null, now: Session | null): Session | null {
  if (before === null || now === null) return now;
  if (isSameData(before, now)) return before;
  return isSameData(before.user, now.user) ? { ...now, user: before.user } : now;
}

function keepEqual<Data>(before: Data, now: Data): Data {
  return isSameData(before, now) ? before : now;
}

/** Compares two JSON values, regardless of the order of their keys. */
function isSameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const entries = Object.entries(one);
  const others = new Map(Object.entries(other));
  return entries.length === others.size && entries.every(([key, value]) => others.has(key) && isSameData(value, others.get(key)));
}

const USER_KEY = 'user';
let hasWarned = false;

/**
 * Keeps the signed-in user in local storage under `user` while a session exists, for other code to read
 * (specification 3.4 and 4.3). Atrium never reads it, so a full or forbidden storage only causes one warning.
 */
function storeUser(user: User | null): void {
  const isStored = user !== null && attemptStorage((storage) => storage.setItem(USER_KEY, JSON.stringify(user)));
  // If the new user does not fit, the previous one must not stay.
  if (!isStored) attemptStorage((storage) => storage.removeItem(USER_KEY));
}

function attemptStorage(access: (storage: Storage) => void): boolean {
  try {
    access(window.localStorage);
    return true;
  } catch (error) {
    if (!hasWarned) {
      hasWarned = true;
      console.warn('This browser does not store the signed-in user.', error instanceof Error ? error.name : 'unknown error');
    }
    return false;
  }
}
