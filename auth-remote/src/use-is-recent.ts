import { recentUntil } from '@atrium/auth-core/last-proof';
import { useMemo, useSyncExternalStore } from 'react';
import { useAuth } from './auth-context.ts';

/** Longest delay of a timer in milliseconds (HTML standard: a signed 32-bit integer). */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Whether the user logged in within `maxAge` seconds; true without a limit or a session. Renders again when the time is over. */
export function useIsRecent(maxAge: number | undefined): boolean {
  const session = useAuth((auth) => auth.session);
  const { subscribe, isRecent } = useMemo(() => {
    const end = session === null || maxAge === undefined ? Infinity : recentUntil(session, maxAge);
    return {
      isRecent: () => Date.now() < end,
      subscribe: (listener: () => void) => {
        const left = end - Date.now();
        if (left <= 0 || left === Infinity) return () => undefined;
        const timer = setTimeout(listener, Math.min(left, MAX_DELAY_MS));
        // Timers do not count the time during which the device sleeps.
        document.addEventListener('visibilitychange', listener);
        window.addEventListener('focus', listener);
        return () => {
          clearTimeout(timer);
          document.removeEventListener('visibilitychange', listener);
          window.removeEventListener('focus', listener);
        };
      },
    };
  }, [session, maxAge]);
  return useSyncExternalStore(subscribe, isRecent);
}
