import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { openTabText } from './open-tab-messages.ts';

/**
 * Tells people that their log-out is done, or that the service did not confirm it, and that their account was deleted: on
 * whatever page they are. Other ends of a session are told where the person is led: see `AuthState.ended`.
 */
export function tellLogOut(auth: AuthHandle): void {
  let before = auth.getAuth();
  let isLeaving = false;
  let takeBack = (): void => undefined;
  auth.subscribe(() => {
    const now = auth.getAuth();
    const hasLeft = before.isAuthenticated && !now.isAuthenticated;
    const isDeleted = now.ended === 'deleted' && before.ended !== 'deleted';
    before = now;
    if (now.isAuthenticated) {
      takeBack();
      isLeaving = false;
    }
    if (hasLeft && now.ended === null) {
      takeBack = showToast({ text: openTabText('loggedOut') });
      // Without an action under way, the error in the state is an older one.
      isLeaving = now.loading;
    }
    if (isLeaving && !now.loading) {
      isLeaving = false;
      if (now.error !== null) {
        takeBack();
        takeBack = showToast({ tone: 'error', text: openTabText('logOutFailed') });
      }
    }
    if (isDeleted) {
      // With an action it stays until it is answered: the person may not be looking.
      const action = { label: openTabText('register'), run: () => location.assign('/register') };
      takeBack = showToast({ tone: 'notice', text: openTabText('accountDeleted'), action });
    }
  });
}
