import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { frameText } from './messages.ts';

/** Logs out. {@link showLogOutToasts} shows a failure; this browser's session is over in any case. */
export function logOut(auth: AuthHandle): void {
  auth.getAuth().logout().catch(() => undefined);
}

/**
 * Shows a toast when the user logs out, when the service did not confirm the log-out, and when the account was deleted in
 * another tab or on another device. For the other ends of a session, the page that opens next explains them: see
 * `AuthState.ended`.
 */
export function showLogOutToasts(auth: AuthHandle): void {
  let before = auth.getAuth();
  let isLoggingOut = false;
  let isDeletionUnexplained = false;
  let dismiss = (): void => undefined;
  auth.subscribe(() => {
    const now = auth.getAuth();
    const hasLoggedOut = before.isAuthenticated && !now.isAuthenticated;
    const isDeleted = now.ended === 'deleted' && before.ended !== 'deleted';
    const wasLoading = before.loading;
    before = now;
    if (now.isAuthenticated) {
      dismiss();
      isLoggingOut = false;
      isDeletionUnexplained = false;
    }
    if (hasLoggedOut && now.ended === null) {
      dismiss = showToast({ text: frameText('toast.loggedOut') });
      // If no action is running, the error in the state belongs to an earlier one.
      isLoggingOut = now.loading;
    }
    if (isLoggingOut && !now.loading) {
      isLoggingOut = false;
      if (now.error !== null) {
        dismiss();
        dismiss = showToast({ tone: 'error', text: frameText('toast.logOutFailed') });
      }
    }
    isDeletionUnexplained ||= isDeleted;
    if (isDeletionUnexplained && !now.loading) {
      isDeletionUnexplained = false;
      // An action that succeeded while the account was deleted is the deletion itself. Its page confirms it.
      const isConfirmedByPage = wasLoading && now.error === null;
      if (!isConfirmedByPage) {
        // A toast with an action stays until it is answered: the user may not be looking.
        const action = { label: frameText('toast.register'), run: () => location.assign('/register') };
        const isClosed = document.documentElement.matches('[data-sign-in~="no-sign-up"]');
        dismiss = showToast({ tone: 'notice', text: frameText('toast.accountDeleted'), ...(!isClosed && { action }) });
      }
    }
  });
}
