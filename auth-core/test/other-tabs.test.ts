import type { Auth } from '@atrium/page-kit/contract/auth';
import { site } from './support/fresh-site.ts';
import { openTab, type Tab } from './support/open-tab.ts';
import { storeSession, broadcastFromAnotherTab } from './support/stored-session.ts';

/** Records the changes of the state from now on. */
function changesOf({ auth }: Tab): Auth[] {
  const changes: Auth[] = [];
  auth.subscribe(() => changes.push(auth.getAuth()));
  return changes;
}

describe('other tabs', () => {
  it('share their sign-in and sign-out with this one', async () => {
    const tab = await openTab(site);
    await tab.settled();
    const session = storeSession(site);
    broadcastFromAnotherTab(site, 'SIGNED_IN', session);
    expect(await tab.until(({ isAuthenticated }) => isAuthenticated)).toMatchObject({ session, user: session.user });
    expect(localStorage.getItem('user')).not.toBeNull();
    localStorage.removeItem(site.storageKey);
    broadcastFromAnotherTab(site, 'SIGNED_OUT', null);
    expect(await tab.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ session: null, error: null });
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('that open a recovery link change only the session here', async () => {
    const tab = await openTab(site);
    await tab.settled();
    const changes = changesOf(tab);
    const address = window.location.href;
    const session = storeSession(site);
    broadcastFromAnotherTab(site, 'PASSWORD_RECOVERY', session);
    await tab.until(({ isAuthenticated }) => isAuthenticated);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ session, loading: false, error: null, status: 'ready' });
    expect(window.location.href).toBe(address);
  });
});

describe('unchanged data', () => {
  it('a focus of the tab, which reports the same session, changes nothing', async () => {
    storeSession(site);
    const tab = await openTab(site);
    const before = await tab.settled();
    const changes = changesOf(tab);
    const reported = new Promise<void>((resolve) => {
      void tab.auth.getSupabase().then(({ auth }) =>
        auth.onAuthStateChange((event) => {
          if (event === 'SIGNED_IN') resolve();
        }),
      );
    });
    await tab.auth.getSupabase();
    window.dispatchEvent(new Event('visibilitychange'));
    await reported;
    expect(changes).toEqual([]);
    expect(tab.auth.getAuth()).toBe(before);
  });

  it('a refreshed token keeps the user object', async () => {
    storeSession(site);
    const tab = await openTab(site);
    const before = await tab.settled();
    const { auth } = await tab.auth.getSupabase();
    await auth.refreshSession();
    const after = tab.auth.getAuth();
    expect(after.session?.access_token).not.toBe(before.session?.access_token);
    expect(after.user).toBe(before.user);
    expect(after.session?.user).toBe(before.user);
  });
});
