import type { SessionEnd, SupabaseClient } from '@atrium/page-kit/contract/auth';
import { REQUEST_TIME_LIMIT_MS } from './limited-fetch.ts';
import { lastLogOut, noteLogOut } from './log-out-note.ts';
import type { SessionStorage } from './session-storage.ts';

/** How long after its note a session can end because of a log-out, in milliseconds: it asks the service first. */
const NOTE_LIFE_MS = 2 * REQUEST_TIME_LIMIT_MS;

/**
 * Tells why a session ended, which supabase-js reports by one event for all reasons, in other tabs too: a log-out leaves
 * a note for them, so what ends without one was ended by the service. To be asked when the event arrives; null when a
 * log-out was asked for in this tab, by the action or by a page module that has the client.
 */
export function watchSessionEnds(auth: SupabaseClient['auth'], storage: SessionStorage): () => SessionEnd | null {
  let running = 0;
  const signOut = auth.signOut.bind(auth);
  auth.signOut = async (options) => {
    running += 1;
    if (options?.scope !== 'others') noteLogOut();
    try {
      return await signOut(options);
    } finally {
      running -= 1;
    }
  };
  return () => {
    if (running > 0) return null;
    // supabase-js removes the session from storage before it reports the end, and does so only in the tab that ended it.
    const isEndedHere = storage.takeRemoval();
    return !isEndedHere && Date.now() - lastLogOut() < NOTE_LIFE_MS ? 'elsewhere' : 'revoked';
  };
}
