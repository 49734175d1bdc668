import type { Session } from '@atrium/page-kit/contract/auth';
import { isSameData } from './same-data.ts';

/**
 * Keeps objects that hold the same data as before, so that nothing renders again for them: supabase-js reports the
 * session anew at every focus of the tab, and a token refresh brings the same user in a new object.
 */
export function settleSession(before: Session | null, now: Session | null): Session | null {
  if (before === null || now === null) return now;
  if (isSameData(before, now)) return before;
  return isSameData(before.user, now.user) ? { ...now, user: before.user } : now;
}
