import type { Session, SessionEnd, SupabaseClient } from '@atrium/page-kit/contract/auth';
import { noteEnd, notedEnd, onEndNoted, withdrawEnd, type NotedEnd } from './session-end-note.ts';
import type { SessionStorage } from './session-storage.ts';
import { sessionIdIn } from './token-parts.ts';

/** Tells why sessions end, which supabase-js reports by one event for all reasons, in other tabs too. */
export interface SessionEnds {
  /** Takes in which session the tab has. */
  saw(session: Session | null): void;
  /** Id of the person whose session the tab had last. */
  person(): string | null;
  /**
   * Why the session ended that the tab had last. To be asked when the event arrives; null when the person asked for the end
   * in this tab, by an action or through a page module that has the client.
   */
  why(): SessionEnd | null;
  /**
   * Calls the listener when another tab's note of the tab's last session arrives. Browsers carry it on another way than
   * the news that the session ended, so that either can come first.
   */
  onNoted(listener: (end: NotedEnd) => void): void;
  /**
   * Ends the session in this browser, without asking the service: it has none any more.
   *
   * @param end what the other tabs are told
   * @param here what {@link SessionEnds.why} says in this tab
   */
  end(end: SessionEnd, here: SessionEnd | null): Promise<void>;
}

/**
 * Watches a client's log-outs: each leaves a note of its session for the other tabs, so what ends without one was ended by
 * the service. By session and not by time, because a tab that the browser has put to sleep hears of it hours later.
 */
export function watchSessionEnds(auth: SupabaseClient['auth'], storage: SessionStorage): SessionEnds {
  let running = 0;
  let ending: { readonly here: SessionEnd | null } | null = null;
  let lastSeen: string | null = null;
  let person: string | null = null;

  const stored = () => {
    const token = storage.storedSession()?.access_token;
    return token === undefined ? null : sessionIdIn(token);
  };

  const signOut = auth.signOut.bind(auth);
  auth.signOut = async (options) => {
    running += 1;
    // Without a connection the action has made this device forget the session by now.
    const id = options?.scope === 'others' ? null : (stored() ?? lastSeen);
    if (id !== null) noteEnd(id, 'elsewhere');
    try {
      return await signOut(options);
    } finally {
      running -= 1;
      if (id !== null && stored() === id) withdrawEnd();
    }
  };

  return {
    saw(session) {
      if (session === null) return;
      lastSeen = sessionIdIn(session.access_token);
      person = session.user.id;
    },
    person: () => person,
    why() {
      if (ending !== null) return ending.here;
      if (running > 0) return null;
      return (lastSeen === null ? null : notedEnd(lastSeen)) ?? 'revoked';
    },
    onNoted(listener) {
      onEndNoted((endOf) => {
        const end = lastSeen === null ? null : endOf(lastSeen);
        if (end !== null) listener(end);
      });
    },
    async end(end, here) {
      const id = stored() ?? lastSeen;
      if (id !== null && end !== 'revoked') noteEnd(id, end);
      ending = { here };
      try {
        storage.forgetSession();
        const { error } = await signOut({ scope: 'local' });
        if (error !== null) throw error;
      } finally {
        ending = null;
      }
    },
  };
}
