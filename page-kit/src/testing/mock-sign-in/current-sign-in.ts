import type { MockSignIn } from './mock-sign-in.ts';

/** `auth/auth` is used where no test has begun: a component outside of a test, or the test's preset without its set-up file. */
export class NoSignInError extends Error {
  override readonly name = 'NoSignInError';
}

let current: MockSignIn | null = null;

/** The sign-in of the test that runs. @throws NoSignInError */
export function signIn(): MockSignIn {
  if (!current) throw new NoSignInError("There is no sign-in yet: open the page with renderPage, and use the Jest preset '@atrium/page-kit'.");
  return current;
}

/** Puts the sign-in of a test in place, or takes it away. */
export function setSignIn(next: MockSignIn | null): void {
  current = next;
}
