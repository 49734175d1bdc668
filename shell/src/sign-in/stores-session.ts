import { isSessionKey } from '@atrium/page-kit/session-key';

/** Whether this browser may store a session. The auth remote, which arrives later, checks whether it is usable. */
export function storesSession(): boolean {
  try {
    return Object.keys(localStorage).some(isSessionKey);
  } catch {
    // This browser forbids storage.
    return false;
  }
}
