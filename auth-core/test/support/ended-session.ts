import { authError, type FakeSite } from './fake-site.ts';
import { openTab, type Tab } from './open-tab.ts';
import { broadcastFromAnotherTab } from './stored-session.ts';

/** Logs out in another tab. */
export async function logOutElsewhere(site: FakeSite, tab: Tab): Promise<void> {
  const other = await openTab(site);
  await other.auth.getAuth().logout();
  await tab.until(({ isAuthenticated }) => !isAuthenticated);
}

/** Ends the session as another tab does when the service has ended it: it empties the storage, then notifies the other tabs. */
export async function endElsewhere(site: FakeSite, tab: Tab): Promise<void> {
  localStorage.removeItem(site.storageKey);
  broadcastFromAnotherTab(site, 'SIGNED_OUT', null);
  await tab.until(({ isAuthenticated }) => !isAuthenticated);
}

/** Lets the token expire when the service no longer accepts the refresh token. */
export async function revoke(site: FakeSite, tab: Tab): Promise<void> {
  site.respondTo('POST /auth/v1/token?grant_type=refresh_token', () =>
    authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  );
  const stored: unknown = JSON.parse(localStorage.getItem(site.storageKey) ?? 'null');
  localStorage.setItem(site.storageKey, JSON.stringify({ ...(stored as object), expires_at: 1 }));
  await (await tab.auth.getSupabase()).auth.getSession();
}
