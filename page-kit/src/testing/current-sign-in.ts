import type { SignIn } from '@atrium/auth-core/sign-in';

/** `auth/auth` is used outside of a test, or the test runs without the kit's set-up file. */
class NoSignInError extends Error {
  override readonly name = 'NoSignInError';
}

let current: SignIn | null = null;
let stopFollowing = (): void => undefined;
const listeners = new Set<() => void>();

function signIn(): SignIn {
  if (!current) throw new NoSignInError("There is no sign-in yet: open the page with renderPage, and use the Jest preset '@atrium/page-kit'.");
  return current;
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}

/** Sets the sign-in of the current test, or removes it. */
export function setCurrentSignIn(next: SignIn | null): void {
  stopFollowing();
  current = next;
  stopFollowing = next ? next.subscribe(notify) : () => undefined;
  if (next) notify();
}

/**
 * The sign-in of the current test. One object for all tests of a file, because modules import `auth/auth` once: a listener
 * that a module adds receives every later sign-in, as it would in a tab. Every call throws a {@link NoSignInError} outside
 * of a test.
 */
export const currentSignIn: SignIn = {
  getAuth: () => signIn().getAuth(),
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  hasStoredSession: () => signIn().hasStoredSession(),
  getSupabase: () => signIn().getSupabase(),
  start: () => signIn().start(),
  verifyToken: (token, options) => signIn().verifyToken(token, options),
  recheckAssurance: () => signIn().recheckAssurance(),
  get confirmation() {
    return signIn().confirmation;
  },
  get identity() {
    return signIn().identity;
  },
  firstPageShown: () => signIn().firstPageShown(),
  lastConnection: () => signIn().lastConnection(),
};
