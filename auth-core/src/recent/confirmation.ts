import type { AuthHandle, AuthState } from '@atrium/page-kit/contract/auth';
import { recentUntil } from './last-proof.ts';

/** Asks the user to confirm their identity before a dangerous action. At most one request is open at a time. */
export interface Confirmation {
  /** See `confirmIdentity` in the page contract. */
  readonly ask: (maxAge: number) => Promise<boolean>;
  /** Whether the user has to answer now. */
  readonly isAsked: () => boolean;
  /** Calls the listener after each change of {@link Confirmation.isAsked}. Returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Answers the open request: the user has confirmed their identity, or has cancelled. */
  readonly answer: (isConfirmed: boolean) => void;
}

/** Whether the last log-in is recent enough and, for a user with a second factor, included its code: a mailed link alone opens a session without it. */
function isProven({ session, assurance }: AuthState, maxAge: number): boolean {
  return session !== null && assurance.currentLevel === assurance.nextLevel && Date.now() < recentUntil(session, maxAge);
}

/** Creates the state of the confirmation dialog for a sign-in. Logging in again in another tab also confirms. */
export function createConfirmation({ getAuth, subscribe }: Pick<AuthHandle, 'getAuth' | 'subscribe'>): Confirmation {
  const listeners = new Set<() => void>();
  let answer: ((isConfirmed: boolean) => void) | null = null;

  function change(next: typeof answer): void {
    answer = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    ask(maxAge) {
      // Two actions cannot both continue after one answer: the user sees only the last one.
      answer?.(false);
      const { session } = getAuth();
      if (session === null) return Promise.resolve(false);
      if (isProven(getAuth(), maxAge)) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = (isConfirmed: boolean) => {
          unfollow();
          change(null);
          resolve(isConfirmed);
        };
        const unfollow = subscribe(() => {
          const current = getAuth();
          if (current.user?.id !== session.user.id) settle(false);
          else if (isProven(current, maxAge)) settle(true);
        });
        change(settle);
      });
    },
    isAsked: () => answer !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answer: (isConfirmed) => answer?.(isConfirmed),
  };
}
