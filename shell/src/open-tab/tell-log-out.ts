import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { openTabText } from './open-tab-messages.ts';

/** Tells people that their log-out is done. A session that ended by itself is told where the person is: see `AuthState.ended`. */
export function tellLogOut(auth: AuthHandle): void {
  let wasSignedIn = false;
  let takeBack = (): void => undefined;
  const look = (): void => {
    const { isAuthenticated, ended } = auth.getAuth();
    if (isAuthenticated) takeBack();
    if (wasSignedIn && !isAuthenticated && ended === null) takeBack = showToast({ text: openTabText('loggedOut') });
    wasSignedIn = isAuthenticated;
  };
  look();
  auth.subscribe(look);
}
