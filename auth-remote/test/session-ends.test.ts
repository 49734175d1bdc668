import { endElsewhere, logOutElsewhere, revoke } from './ended-session.ts';
import { authError, json } from './fake-site.ts';
import { ada, site } from './fresh-site.ts';
import { tab } from './fresh-tab.ts';
import { openTab } from './open-tab.ts';
import { storeSession, tellFromAnotherTab } from './stored-session.ts';

/** The `session_id` claim of the tab's session. */
function sessionId(): string {
  const claims: unknown = JSON.parse(atob(tab.auth.getAuth().session?.access_token.split('.')[1] ?? ''));
  return (claims as { session_id: string }).session_id;
}

/** Another tab's note reaches this one, as browsers tell of what other tabs store. */
function noteFromAnotherTab(sessionId: string): void {
  localStorage.setItem('atrium-logged-out', sessionId);
  window.dispatchEvent(new StorageEvent('storage', { key: 'atrium-logged-out', newValue: sessionId, storageArea: localStorage }));
}

describe('the state', () => {
  it('says that another tab logged out', async () => {
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere', user: null, error: null, assurance: { currentLevel: null, nextLevel: null } });
  });

  it('says that the service ended the session also where another tab found out', async () => {
    await tab.auth.getAuth().login(ada);
    await endElsewhere(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it('says that the service no longer takes the refresh token', async () => {
    await tab.auth.getAuth().login(ada);
    await revoke(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null, error: null });
  });

  it('says that the account was deleted where that is why the service no longer takes the refresh token', async () => {
    site.answer('POST /rest/v1/rpc/account_is_deleted', () => json(200, true));
    storeSession(site);
    await tab.settled();
    await revoke(site, tab);
    expect(await tab.until(({ ended }) => ended === 'deleted')).toMatchObject({ user: null, error: null });
    expect(site.lastBody('POST /rest/v1/rpc/account_is_deleted')).toEqual({ person: 'id-of-ada@example.com' });
  });

  it('says that the service does not know the session any more', async () => {
    await tab.auth.getAuth().login(ada);
    site.answer('GET /auth/v1/user', () => authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'));
    await tab.auth.getAuth().mfa.assuranceLevel().catch(() => undefined);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it.each([
    ['the action', () => tab.auth.getAuth().logout()],
    ['the action, everywhere', () => tab.auth.getAuth().logout({ everywhere: true })],
    ['a page module that has the client', async () => (await tab.auth.getSupabase()).auth.signOut()],
  ])('says nothing after a log-out by %s', async (_, logOut) => {
    await tab.auth.getAuth().login(ada);
    await logOut();
    expect(tab.auth.getAuth()).toMatchObject({ ended: null, user: null });
  });

  it('says that the account was deleted in this tab or another one, even if the note arrives after the end', async () => {
    await tab.auth.getAuth().login(ada);
    const other = await openTab(site);
    await other.settled();
    await other.auth.getAuth().deleteAccount(ada.password);
    expect(await tab.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ ended: 'deleted', user: null });
    expect(other.auth.getAuth().ended).toBe('deleted');
    await tab.auth.getAuth().login(ada);
    const id = sessionId();
    await endElsewhere(site, tab);
    noteFromAnotherTab(`${id} deleted`);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'deleted', user: null });
  });

  it('forgets the end with the next session', async () => {
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere(site, tab);
    await tab.auth.getAuth().login(ada);
    expect(tab.auth.getAuth().ended).toBeNull();
    await logOutElsewhere(site, tab);
    expect(tab.auth.getAuth().ended).toBe('elsewhere');
  });

  it('does not mistake a log-out elsewhere for a revoked session after an own log-out and log-in', async () => {
    await tab.auth.getAuth().login(ada);
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere(site, tab);
    expect(tab.auth.getAuth().ended).toBe('elsewhere');
  });

  it('says that another tab logged out however late a sleeping tab hears of it', async () => {
    await tab.auth.getAuth().login(ada);
    const other = await openTab(site);
    const unheard = jest.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
    await other.auth.getAuth().logout();
    unheard.mockRestore();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 3_600_000);
    tellFromAnotherTab(site, 'SIGNED_OUT', null);
    expect(await tab.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ ended: 'elsewhere' });
  });

  it('says that another tab logged out also where this one finds out by itself', async () => {
    await tab.auth.getAuth().login(ada);
    const stored = localStorage.getItem(site.storageKey) ?? '';
    const other = await openTab(site);
    const unheard = jest.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
    await other.auth.getAuth().logout();
    unheard.mockRestore();
    // This tab had begun to refresh what it read before.
    localStorage.setItem(site.storageKey, stored);
    await revoke(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere' });
  });

  it('says that another tab logged out also where the note of it comes after the news', async () => {
    await tab.auth.getAuth().login(ada);
    const id = sessionId();
    await endElsewhere(site, tab);
    expect(tab.auth.getAuth().ended).toBe('revoked');
    noteFromAnotherTab('another-session');
    expect(tab.auth.getAuth().ended).toBe('revoked');
    noteFromAnotherTab(id);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere', user: null });
  });

  it('lets no late note end the next session', async () => {
    await tab.auth.getAuth().login(ada);
    const id = sessionId();
    await endElsewhere(site, tab);
    await tab.auth.getAuth().login(ada);
    noteFromAnotherTab(id);
    expect(tab.auth.getAuth()).toMatchObject({ ended: null, isAuthenticated: true });
  });

  it('says so of a log-out everywhere, too', async () => {
    await tab.auth.getAuth().login(ada);
    const other = await openTab(site);
    await other.auth.getAuth().logout({ everywhere: true });
    expect(await tab.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ ended: 'elsewhere' });
  });

  it('does not take a session that the service ends for one that was logged out shortly before', async () => {
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere(site, tab);
    await tab.auth.getAuth().login(ada);
    await endElsewhere(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it('does not take a session for logged out after a log-out that failed', async () => {
    await tab.auth.getAuth().login(ada);
    site.answer('POST /auth/v1/logout', () => json(500, {}));
    const other = await openTab(site);
    await other.auth.getAuth().logout({ everywhere: true }).catch(() => undefined);
    expect(tab.auth.getAuth().isAuthenticated).toBe(true);
    await endElsewhere(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it('says that another tab logged out where there was no connection', async () => {
    await tab.auth.getAuth().login(ada);
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await logOutElsewhere(site, tab);
    online.mockRestore();
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere' });
  });
});
