import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { lateText } from './late-messages.ts';

/**
 * Shows on any page that the user is logged out, that the service did not confirm the log-out, or that the account was
 * deleted. The page that a session's other ends lead to explains those: see `AuthState.ended`.
 */
export function showLogOutToasts(auth: AuthHandle): void {
  let before = auth.getAuth();
  let isLoggingOut = false;
  let dismiss = (): void => undefined;
  auth.subscribe(() => {
    const now = auth.getAuth();
    const hasLoggedOut = before.isAuthenticated && !now.isAuthenticated;
    const isDeleted = now.ended === 'deleted' && before.ended !== 'deleted';
    before = now;
    if (now.isAuthenticated) {
      dismiss();
      isLoggingOut = false;
    }
    if (hasLoggedOut && now.ended === null) {
      dismiss = showToast({ text: lateText('toast.loggedOut') });
      // If no action is under way, the error in the state is an older one.
      isLoggingOut = now.loading;
    }
    if (isLoggingOut && !now.loading) {
      isLoggingOut = false;
      if (now.error !== null) {
        dismiss();
        dismiss = showToast({ tone: 'error', text: lateText('toast.logOutFailed') });
      }
    }
    if (isDeleted) {
      // A toast with an action stays until it is answered: the user may not be looking.
      const action = { label: lateText('toast.register'), run: () => location.assign('/register') };
      dismiss = showToast({ tone: 'notice', text: lateText('toast.accountDeleted'), action });
    }
  });
}
