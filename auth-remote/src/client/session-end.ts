import type { Session, SessionEnd, SupabaseClient } from '@atrium/page-kit/contract/auth';
import { lastLogOut, noteLogOut, onLogOutNoted, withdrawLogOut } from './log-out-note.ts';
import type { SessionStorage } from './session-storage.ts';
import { sessionIdIn } from './token-parts.ts';

/** Tells why sessions end, which supabase-js reports by one event for all reasons, in other tabs too. */
export interface SessionEnds {
  /** Takes in which session the tab has. */
  saw(session: Session | null): void;
  /**
   * Why the session ended that the tab had last. To be asked when the event arrives; null when a log-out was asked for in
   * this tab, by the action or by a page module that has the client.
   */
  why(): SessionEnd | null;
  /**
   * Calls the listener when another tab's note of the tab's last session arrives. Browsers carry it on another way than
   * the news that the session ended, so that either can come first.
   */
  onNoted(listener: () => void): void;
}

/**
 * Watches a client's log-outs: each leaves a note of its session for the other tabs, so what ends without one was ended by
 * the service. By session and not by time, because a tab that the browser has put to sleep hears of it hours later.
 */
export function watchSessionEnds(auth: SupabaseClient['auth'], storage: SessionStorage): SessionEnds {
  let running = 0;
  let lastSeen: string | null = null;

  const stored = () => {
    const token = storage.storedSession()?.access_token;
    return token === undefined ? null : sessionIdIn(token);
  };

  const signOut = auth.signOut.bind(auth);
  auth.signOut = async (options) => {
    running += 1;
    // Without a connection the action has made this device forget the session by now.
    const id = options?.scope === 'others' ? null : (stored() ?? lastSeen);
    if (id !== null) noteLogOut(id);
    try {
      return await signOut(options);
    } finally {
      running -= 1;
      if (id !== null && stored() === id) withdrawLogOut();
    }
  };

  return {
    saw(session) {
      if (session !== null) lastSeen = sessionIdIn(session.access_token);
    },
    why() {
      if (running > 0) return null;
      return lastSeen !== null && lastSeen === lastLogOut() ? 'elsewhere' : 'revoked';
    },
    onNoted(listener) {
      onLogOutNoted((id) => {
        if (id === lastSeen) listener();
      });
    },
  };
}
