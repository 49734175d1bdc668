import type { SessionEnd, User } from '@atrium/page-kit/contract/auth';

/** A guarded page that is on screen, and whose it is. */
export interface ShownPage {
  readonly userId: string;
  readonly email: string;
  /** Why the session ended under the page; null while all is well. The page waits until the same person is back. */
  readonly endedBy: SessionEnd | null;
}

/** What the guard knows at a moment. */
export interface GuardView {
  readonly user: User | null;
  readonly ended: SessionEnd | null;
  /** Whether the person may see the page as far as the level is concerned. */
  readonly isAdmitted: boolean;
}

/** What is on screen after the guard's view changed; null when nothing of the page may be kept. */
export function nextShownPage(shown: ShownPage | null, { user, ended, isAdmitted }: GuardView): ShownPage | null {
  if (user === null) {
    // Without an address there is nobody to ask for a password.
    if (shown === null || ended === null || shown.email === '') return null;
    return shown.endedBy === null ? { ...shown, endedBy: ended } : shown;
  }
  const email = user.email ?? '';
  const isSame = shown?.userId === user.id;
  // Between password and code the page waits on; of somebody else's page nothing is kept.
  if (!isAdmitted) return isSame && shown.endedBy !== null ? shown : null;
  return isSame && shown.endedBy === null && shown.email === email ? shown : { userId: user.id, email, endedBy: null };
}
