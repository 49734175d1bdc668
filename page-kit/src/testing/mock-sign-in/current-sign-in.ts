import type { MockSignIn } from './mock-sign-in.ts';

/** `auth/auth` is used where no test has begun: a component outside of a test, or the test's preset without its set-up file. */
export class NoSignInError extends Error {
  override readonly name = 'NoSignInError';
}

let current: MockSignIn | null = null;
let stopFollowing: () => void = () => undefined;
const listeners = new Set<() => void>();

/** The sign-in of the test that runs. @throws NoSignInError */
export function signIn(): MockSignIn {
  if (!current) throw new NoSignInError("There is no sign-in yet: open the page with renderPage, and use the Jest preset '@atrium/page-kit'.");
  return current;
}

/** Puts the sign-in of a test in place, or takes it away. */
export function setSignIn(next: MockSignIn | null): void {
  stopFollowing();
  current = next;
  stopFollowing = next ? next.subscribe(tell) : () => undefined;
  if (next) tell();
}

/** Calls the listener after each change of the sign-in, also when another visit begins: a module that listens does so for the life of the tab. */
export function onSignInChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of [...listeners]) listener();
}
