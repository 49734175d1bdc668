import type { SessionEnd, User } from '@atrium/page-kit/contract/auth';

/** A guarded page that is on screen, and whose it is. */
export interface ShownPage {
  readonly userId: string;
  readonly email: string;
  /** The service ended the session under the page, which waits until the same person is back. */
  readonly isWaiting: boolean;
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
    // Who logged out, here or in another tab, wants to leave. Without an address there is nobody to ask for a password.
    if (shown === null || ended !== 'revoked' || shown.email === '') return null;
    return shown.isWaiting ? shown : { ...shown, isWaiting: true };
  }
  const email = user.email ?? '';
  const isSame = shown?.userId === user.id;
  // Between password and code the page waits on; of somebody else's page nothing is kept.
  if (!isAdmitted) return isSame && shown.isWaiting ? shown : null;
  return isSame && !shown.isWaiting && shown.email === email ? shown : { userId: user.id, email, isWaiting: false };
}
