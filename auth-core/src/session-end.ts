import type { Session, SessionEnd, SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { SignOut } from '@supabase/supabase-js';
import { sessionIdIn } from './claims.ts';
import type { SessionStorage } from './session-storage.ts';

/** How a session ended in another tab of this browser. The service ends the others. */
type NotedEnd = Exclude<SessionEnd, 'revoked'>;

/**
 * Determines why sessions end: supabase-js reports every end with the same event, in other tabs too. Each log-out leaves a note
 * with the id of its session for the other tabs, so a session that ends without a note was ended by the service. The note
 * has an id, not a time, because a suspended tab reads it hours later.
 */
export class SessionEnds {
  readonly #storage: SessionStorage;
  readonly #signal: AbortSignal | undefined;
  readonly #signOut: SupabaseClient['auth']['signOut'];
  #runningLogouts = 0;
  #ending: SessionEnd | null = null;
  #lastSessionId: string | null = null;
  #lastUserId: string | null = null;

  /** Wraps the client's `signOut`, so that every log-out leaves a note, also one by a page module. */
  constructor(auth: SupabaseClient['auth'], storage: SessionStorage, signal: AbortSignal | undefined) {
    this.#storage = storage;
    this.#signal = signal;
    this.#signOut = auth.signOut.bind(auth);
    auth.signOut = (options) => this.#logOut(options);
  }

  /** Id of the user of the tab's last session. */
  get userId(): string | null {
    return this.#lastUserId;
  }

  /** Records the tab's current session. */
  record(session: Session | null): void {
    if (session === null) return;
    this.#lastSessionId = sessionIdIn(session.access_token);
    this.#lastUserId = session.user.id;
  }

  /**
   * Why the tab's last session ended; null if the user logged out in this tab, by an action or through a page module that
   * uses the client. Call it when the event arrives.
   */
  reason(): SessionEnd | null {
    if (this.#ending !== null) return this.#ending;
    if (this.#runningLogouts > 0) return null;
    const note = attemptStorage((local) => local.getItem(NOTE)) ?? null;
    return endIn(note, this.#lastSessionId) ?? 'revoked';
  }

  /**
   * Calls the listener when another tab notes the end of the tab's last session. The note and the event of supabase-js
   * arrive in any order.
   */
  onNoted(listener: (end: NotedEnd) => void): void {
    window.addEventListener(
      'storage',
      ({ key, newValue }) => {
        const end = key === NOTE ? endIn(newValue, this.#lastSessionId) : null;
        if (end !== null) listener(end);
      },
      this.#signal && { signal: this.#signal },
    );
  }

  /**
   * Ends a session in this browser, without asking the service, which has already ended it. A session that has replaced it
   * meanwhile stays.
   */
  async end(end: SessionEnd, ended: string | null): Promise<void> {
    const stored = this.#storage.storedSessionId();
    if (stored !== null && stored !== ended) return;
    const id = stored ?? this.#lastSessionId;
    if (id !== null && end !== 'revoked') noteEnd(id, end);
    this.#ending = end;
    try {
      this.#storage.removeSession();
      const { error } = await this.#signOut({ scope: 'local' });
      if (error !== null) throw error;
    } finally {
      this.#ending = null;
    }
  }

  async #logOut(options: SignOut | undefined): ReturnType<SupabaseClient['auth']['signOut']> {
    this.#runningLogouts += 1;
    // Offline, the action has already removed the stored session.
    const id = options?.scope === 'others' ? null : (this.#storage.storedSessionId() ?? this.#lastSessionId);
    if (id !== null) noteEnd(id, 'elsewhere');
    try {
      return await this.#signOut(options);
    } finally {
      this.#runningLogouts -= 1;
      // The log-out failed, and the session continues.
      if (id !== null && this.#storage.storedSessionId() === id) attemptStorage((local) => local.removeItem(NOTE));
    }
  }
}

/** Storage key of the note about the session that ended last. Storage, because a message could arrive after the end itself. */
const NOTE = 'atrium-logged-out';

/** Follows the session id in the note if the account was deleted. A log-out is the id alone. */
const DELETED = ' deleted';

/** Leaves a note for the other tabs about how a session ended. If it cannot be stored, they only miss the reason. */
export function noteEnd(sessionId: string, end: NotedEnd): void {
  attemptStorage((local) => local.setItem(NOTE, end === 'deleted' ? sessionId + DELETED : sessionId));
}

function endIn(note: string | null, sessionId: string | null): NotedEnd | null {
  if (sessionId === null) return null;
  if (note === sessionId) return 'elsewhere';
  return note === sessionId + DELETED ? 'deleted' : null;
}

function attemptStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(window.localStorage);
  } catch {
    // The session storage warns once.
    return undefined;
  }
}
