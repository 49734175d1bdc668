import { auth } from 'auth/auth';

/** A dangerous action asks for a confirmation if the last log-in is older than this, in seconds. */
const MAX_AGE_S = 10 * 60;

/** Whether the user has just logged in, or has confirmed that it is them. After false, nothing may happen: they have cancelled. */
export function isConfirmed(): Promise<boolean> {
  return auth.getAuth().confirmIdentity(MAX_AGE_S);
}

/** Runs the beginning of a dangerous action, such as its own question, once the user {@link isConfirmed}. */
export function afterConfirmation(begin: () => void): void {
  // It never rejects.
  void isConfirmed().then((confirmed) => confirmed && begin());
}
