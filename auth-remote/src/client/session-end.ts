import type { SessionEnd, SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { SessionStorage } from './session-storage.ts';

/**
 * Tells why a session ended, which supabase-js reports by one event for all reasons. To be asked when the event
 * arrives; null when a log-out was asked for in this tab, by the action or by a page module that has the client.
 */
export function watchSessionEnds(auth: SupabaseClient['auth'], storage: SessionStorage): () => SessionEnd | null {
  let running = 0;
  const signOut = auth.signOut.bind(auth);
  auth.signOut = async (options) => {
    running += 1;
    try {
      return await signOut(options);
    } finally {
      running -= 1;
    }
  };
  // supabase-js removes the session from storage before it reports the end, and does so only in the tab that ended it:
  // the others are told by a broadcast.
  return () => (running > 0 ? null : storage.takeRemoval() ? 'revoked' : 'elsewhere');
}
