import { act } from '@testing-library/react';
import { authError, type FakeSite } from './fake-site.ts';
import { openTab, type Tab } from './open-tab.ts';
import { tellFromAnotherTab } from './stored-session.ts';

const refreshGrant = 'POST /auth/v1/token?grant_type=refresh_token';

/** Another tab logs out. */
export async function logOutElsewhere(site: FakeSite, tab: Tab): Promise<void> {
  const other = await openTab(site);
  await act(async () => {
    await other.auth.getAuth().logout();
    await tab.until(({ isAuthenticated }) => !isAuthenticated);
  });
}

/** Another tab finds the session ended: it leaves the storage, then the others are told. */
export async function endElsewhere(site: FakeSite, tab: Tab): Promise<void> {
  await act(async () => {
    localStorage.removeItem(site.storageKey);
    tellFromAnotherTab(site, 'SIGNED_OUT', null);
    await tab.until(({ isAuthenticated }) => !isAuthenticated);
  });
}

/** The token has expired and the service no longer takes the refresh token. */
export async function revoke(site: FakeSite, tab: Tab): Promise<void> {
  site.answer(refreshGrant, () => authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'));
  const stored: unknown = JSON.parse(localStorage.getItem(site.storageKey) ?? 'null');
  localStorage.setItem(site.storageKey, JSON.stringify({ ...(stored as object), expires_at: 1 }));
  await act(async () => {
    await (await tab.auth.getSupabase()).auth.getSession();
  });
}
