import type { Session, SessionEnd, SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { SessionStorage } from './session-storage.ts';
import { sessionIdIn } from './token.ts';

/** How a session ended in another tab of this browser. The service ends the others. */
type NotedEnd = Exclude<SessionEnd, 'revoked'>;

/** Knows why sessions end: supabase-js reports every end with the same event, in other tabs too. */
export interface SessionEnds {
  /** Notices the session that the tab has. */
  saw(session: Session | null): void;
  /** Id of the user of the tab's last session. */
  userId(): string | null;
  /**
   * Why the tab's last session ended; null if the user logged out in this tab, by an action or through a page module that
   * uses the client. Call it when the event arrives.
   */
  reason(): SessionEnd | null;
  /**
   * Calls the listener when another tab notes the end of the tab's last session. The note and the event of supabase-js
   * arrive in any order.
   */
  onNoted(listener: (end: NotedEnd) => void): void;
  /** Ends the session in this browser, without asking the service, which has already ended it. */
  end(end: SessionEnd): Promise<void>;
}

/**
 * Watches a client's log-outs. Each leaves a note with the id of its session for the other tabs, so a session that ends
 * without a note was ended by the service. The note has an id, not a time, because a suspended tab reads it hours later.
 */
export function watchSessionEnds(auth: SupabaseClient['auth'], storage: SessionStorage, signal: AbortSignal | undefined): SessionEnds {
  let runningLogouts = 0;
  let ending: SessionEnd | null = null;
  let lastSessionId: string | null = null;
  let lastUserId: string | null = null;

  const storedSessionId = () => {
    const token = storage.storedSession()?.access_token;
    return token === undefined ? null : sessionIdIn(token);
  };

  const signOut = auth.signOut.bind(auth);
  auth.signOut = async (options) => {
    runningLogouts += 1;
    // Offline, the action has already removed the stored session.
    const id = options?.scope === 'others' ? null : (storedSessionId() ?? lastSessionId);
    if (id !== null) noteEnd(id, 'elsewhere');
    try {
      return await signOut(options);
    } finally {
      runningLogouts -= 1;
      // The log-out failed, and the session continues.
      if (id !== null && storedSessionId() === id) attemptStorage((local) => local.removeItem(NOTE));
    }
  };

  return {
    saw(session) {
      if (session === null) return;
      lastSessionId = sessionIdIn(session.access_token);
      lastUserId = session.user.id;
    },
    userId: () => lastUserId,
    reason() {
      if (ending !== null) return ending;
      if (runningLogouts > 0) return null;
      const note = attemptStorage((local) => local.getItem(NOTE)) ?? null;
      return endIn(note, lastSessionId) ?? 'revoked';
    },
    onNoted(listener) {
      window.addEventListener(
        'storage',
        ({ key, newValue }) => {
          const end = key === NOTE ? endIn(newValue, lastSessionId) : null;
          if (end !== null) listener(end);
        },
        signal && { signal },
      );
    },
    async end(end) {
      const id = storedSessionId() ?? lastSessionId;
      if (id !== null && end !== 'revoked') noteEnd(id, end);
      ending = end;
      try {
        storage.removeSession();
        const { error } = await signOut({ scope: 'local' });
        if (error !== null) throw error;
      } finally {
        ending = null;
      }
    },
  };
}

/** Storage key of the note about the session that ended last. Storage, because a message could arrive after the end itself. */
const NOTE = 'atrium-logged-out';

/** Follows the session id in the note if the account was deleted. A log-out is the id alone. */
const DELETED = ' deleted';

/** Notes for the other tabs how a session ended. If storage refuses, they only miss the reason. */
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
