import type { Auth, AuthActions, AuthState, Session, SessionEnd } from '../../contract/auth.ts';
import { assuranceOf, permissionsOf } from './levels.ts';
import { isSameData } from './same-data.ts';

/** The state of the mock sign-in (specification 3.1), and who hears of its changes. */
export class MockStore {
  readonly #actions: AuthActions;
  readonly #listeners = new Set<() => void>();
  #running = 0;
  #auth: Auth;

  constructor(actions: AuthActions) {
    this.#actions = actions;
    this.#auth = {
      ...actions,
      user: null,
      session: null,
      loading: true,
      error: null,
      isAuthenticated: false,
      status: 'starting',
      assurance: assuranceOf(null),
      permissions: [],
      ended: null,
    };
  }

  readonly getAuth = (): Auth => this.#auth;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes the state: all who read it hear of it. */
  change(changes: Partial<AuthState>): void {
    const next = { ...this.#auth, ...changes };
    this.#auth = { ...next, ...this.#actions, loading: next.status === 'starting' || this.#running > 0, isAuthenticated: next.user !== null };
    for (const listener of [...this.#listeners]) listener();
  }

  actionBegins(): void {
    this.#running += 1;
    this.change({ error: null });
  }

  /** @param error the failure's message, or null after success. */
  actionEnds(error: string | null): void {
    this.#running -= 1;
    this.change(error === null ? {} : { error });
  }

  /** Takes a session over, or its end. Objects that hold the same data as before stay, so that nothing renders again for them. */
  setSession(given: Session | null, end: SessionEnd | null): void {
    const before = this.#auth;
    const user = given && isSameData(given.user, before.user) ? before.user : (given?.user ?? null);
    const kept = isSameData(given, before.session) ? before.session : given && user && { ...given, user };
    const ended = kept !== null || end === null ? null : before.session === null ? before.ended : end;
    if (kept === before.session && ended === before.ended && before.status !== 'failed') return;
    const [assurance, permissions] = [assuranceOf(kept), permissionsOf(kept)];
    this.change({
      session: kept,
      user,
      ended,
      assurance: isSameData(assurance, before.assurance) ? before.assurance : assurance,
      permissions: isSameData(permissions, before.permissions) ? before.permissions : permissions,
      ...(before.status === 'failed' && { status: 'ready', error: null }),
    });
  }
}
