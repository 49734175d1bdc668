import { waitFor } from '@testing-library/dom';
import { endElsewhere, logOutElsewhere, revoke } from './support/ended-session.ts';
import { authError, json } from './support/fake-site.ts';
import { ada, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';
import { openTab } from './support/open-tab.ts';
import { storeSession, broadcastFromAnotherTab } from './support/stored-session.ts';

/** The `session_id` claim of the tab's session. */
function sessionId(): string {
  const claims: unknown = JSON.parse(atob(tab.auth.getAuth().session?.access_token.split('.')[1] ?? ''));
  return (claims as { session_id: string }).session_id;
}

/** Delivers another tab's note, as browsers report what other tabs store. */
function noteFromAnotherTab(sessionId: string): void {
  localStorage.setItem('atrium-logged-out', sessionId);
  window.dispatchEvent(new StorageEvent('storage', { key: 'atrium-logged-out', newValue: sessionId, storageArea: localStorage }));
}

describe('the state reports', () => {
  it('a log-out in another tab', async () => {
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere', user: null, error: null, assurance: { currentLevel: null, nextLevel: null } });
  });

  it('a session ended by the service that another tab noticed', async () => {
    await tab.auth.getAuth().login(ada);
    await endElsewhere(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it('a refused refresh token', async () => {
    await tab.auth.getAuth().login(ada);
    await revoke(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null, error: null });
  });

  it('a deleted account, if that is why the refresh token is refused', async () => {
    site.respondTo('POST /rest/v1/rpc/account_is_deleted', () => json(200, true));
    storeSession(site);
    await tab.settled();
    await revoke(site, tab);
    expect(await tab.until(({ ended }) => ended === 'deleted')).toMatchObject({ user: null, error: null });
    expect(site.lastBody('POST /rest/v1/rpc/account_is_deleted')).toEqual({ person: 'id-of-ada@example.com' });
  });

  it('a session that the service does not know any more', async () => {
    await tab.auth.getAuth().login(ada);
    site.respondTo('GET /auth/v1/user', () => authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'));
    await tab.auth.getAuth().mfa.assuranceLevel().catch(() => undefined);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it.each([
    ['the action', () => tab.auth.getAuth().logout()],
    ['the action, everywhere', () => tab.auth.getAuth().logout({ everywhere: true })],
    ['a page module that uses the client', async () => (await tab.auth.getSupabase()).auth.signOut()],
  ])('no reason after a log-out by %s', async (_, logOut) => {
    await tab.auth.getAuth().login(ada);
    await logOut();
    expect(tab.auth.getAuth()).toMatchObject({ ended: null, user: null });
  });

  it('an account deleted in this tab or another one, even if the note arrives after the event', async () => {
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

  it('no reason from the next session on', async () => {
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere(site, tab);
    await tab.auth.getAuth().login(ada);
    expect(tab.auth.getAuth().ended).toBeNull();
    await logOutElsewhere(site, tab);
    expect(tab.auth.getAuth().ended).toBe('elsewhere');
  });

  it('a log-out in another tab correctly after an own log-out and log-in', async () => {
    await tab.auth.getAuth().login(ada);
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere(site, tab);
    expect(tab.auth.getAuth().ended).toBe('elsewhere');
  });

  it('a log-out in another tab, even to a tab that slept for hours', async () => {
    await tab.auth.getAuth().login(ada);
    const other = await openTab(site);
    const withoutBroadcasts = jest.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
    await other.auth.getAuth().logout();
    withoutBroadcasts.mockRestore();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 3_600_000);
    broadcastFromAnotherTab(site, 'SIGNED_OUT', null);
    expect(await tab.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ ended: 'elsewhere' });
  });

  it('a log-out in another tab that this tab notices itself', async () => {
    await tab.auth.getAuth().login(ada);
    const stored = localStorage.getItem(site.storageKey) ?? '';
    const other = await openTab(site);
    const withoutBroadcasts = jest.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
    await other.auth.getAuth().logout();
    withoutBroadcasts.mockRestore();
    // This tab had already begun to refresh the old session.
    localStorage.setItem(site.storageKey, stored);
    await revoke(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere' });
  });

  it('a log-out in another tab, even if the note arrives after the event', async () => {
    await tab.auth.getAuth().login(ada);
    const id = sessionId();
    await endElsewhere(site, tab);
    expect(tab.auth.getAuth().ended).toBe('revoked');
    noteFromAnotherTab('another-session');
    expect(tab.auth.getAuth().ended).toBe('revoked');
    noteFromAnotherTab(id);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere', user: null });
  });

  it('a late note does not end the next session', async () => {
    await tab.auth.getAuth().login(ada);
    const id = sessionId();
    await endElsewhere(site, tab);
    await tab.auth.getAuth().login(ada);
    noteFromAnotherTab(id);
    expect(tab.auth.getAuth()).toMatchObject({ ended: null, isAuthenticated: true });
  });

  it('a log-out everywhere in another tab', async () => {
    await tab.auth.getAuth().login(ada);
    const other = await openTab(site);
    await other.auth.getAuth().logout({ everywhere: true });
    expect(await tab.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ ended: 'elsewhere' });
  });

  it('a session ended by the service shortly after the log-out of another one', async () => {
    await tab.auth.getAuth().login(ada);
    await logOutElsewhere(site, tab);
    await tab.auth.getAuth().login(ada);
    await endElsewhere(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it('a session ended by the service after a failed log-out', async () => {
    await tab.auth.getAuth().login(ada);
    site.respondTo('POST /auth/v1/logout', () => json(500, {}));
    const other = await openTab(site);
    await other.auth.getAuth().logout({ everywhere: true }).catch(() => undefined);
    expect(tab.auth.getAuth().isAuthenticated).toBe(true);
    await endElsewhere(site, tab);
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'revoked', user: null });
  });

  it('a session ended by the service that another tab noticed as it logged out the other sessions', async () => {
    await tab.auth.getAuth().login(ada);
    const other = await openTab(site);
    await other.settled();
    for (const request of ['POST /auth/v1/logout', 'GET /auth/v1/user']) {
      site.respondTo(request, () => authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'));
    }
    await (await other.auth.getSupabase()).auth.signOut({ scope: 'others' });
    expect(await tab.until(({ isAuthenticated }) => !isAuthenticated)).toMatchObject({ ended: 'revoked', user: null });
  });

  it('a log-out in another tab that was offline', async () => {
    await tab.auth.getAuth().login(ada);
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await logOutElsewhere(site, tab);
    online.mockRestore();
    expect(tab.auth.getAuth()).toMatchObject({ ended: 'elsewhere' });
  });
});

const SESSION_NOT_FOUND = () => authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

/** Makes the service respond to the next such request only when the returned function is called, and to later ones at once. */
function holdBack(request: string, createResponse: () => Response): () => void {
  let respond: (response: Response) => void = () => undefined;
  site.respondTo(request, () => {
    site.respondTo(request, createResponse);
    return new Promise((resolve) => (respond = resolve));
  });
  return () => respond(createResponse());
}

describe('after a log-out whose session has a request under way', () => {
  const ACTIVITY = 'POST /rest/v1/rpc/account_activity';

  beforeEach(async () => {
    await tab.auth.getAuth().login(ada);
  });

  it('the next session can log out, too, although the first log-out waits for the service', async () => {
    const respond = holdBack('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
    const first = tab.auth.getAuth().logout();
    await waitFor(() => expect(tab.auth.getAuth().isAuthenticated).toBe(false));
    await tab.auth.getAuth().login(ada);
    await tab.auth.getAuth().logout();
    expect(tab.auth.getAuth().isAuthenticated).toBe(false);
    expect(site.count('POST /auth/v1/logout')).toBe(2);
    respond();
    await first;
  });

  it('the next session does not get what an action reads for the first one', async () => {
    const respond = holdBack(ACTIVITY, () => json(200, []));
    const first = tab.auth.getAuth().sessions.activity();
    await waitFor(() => expect(site.count(ACTIVITY)).toBe(1));
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().login(ada);
    await tab.auth.getAuth().sessions.activity();
    expect(site.count(ACTIVITY)).toBe(2);
    respond();
    await first;
  });

  it('the next session stays when the service no longer knows the first one', async () => {
    const respond = holdBack('GET /auth/v1/user', SESSION_NOT_FOUND);
    const read = tab.auth.getAuth().mfa.factors();
    await waitFor(() => expect(site.count('GET /auth/v1/user')).toBe(1));
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().login(ada);
    respond();
    await expect(read).rejects.toMatchObject({ action: 'readFactors', code: 'session_expired' });
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
  });

  it.each([
    ['has succeeded', () => new Response(null, { status: 204 })],
    ['finds no session', SESSION_NOT_FOUND],
  ])('the next session stays when a log-out everywhere %s', async (_, createResponse) => {
    const respond = holdBack('POST /auth/v1/logout', createResponse);
    const everywhere = tab.auth.getAuth().logout({ everywhere: true });
    await waitFor(() => expect(site.count('POST /auth/v1/logout')).toBe(1));
    await tab.auth.getAuth().login(ada);
    const next = sessionId();
    respond();
    await expect(everywhere).rejects.toMatchObject({ action: 'logout', code: 'session_expired' });
    expect(sessionId()).toBe(next);
    expect(tab.auth.hasStoredSession()).toBe(true);
  });

  it('a log-out everywhere has worked although another tab logged out meanwhile', async () => {
    const respond = holdBack('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
    const everywhere = tab.auth.getAuth().logout({ everywhere: true });
    await waitFor(() => expect(site.count('POST /auth/v1/logout')).toBe(1));
    localStorage.clear();
    respond();
    await everywhere;
    expect(tab.auth.getAuth().isAuthenticated).toBe(false);
  });

  it('the next session stays when the account of the first one is deleted', async () => {
    const respond = holdBack('POST /functions/v1/account-delete', () => json(200, {}));
    const deletion = tab.auth.getAuth().deleteAccount(ada.password);
    await waitFor(() => expect(site.count('POST /functions/v1/account-delete')).toBe(1));
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().login(ada);
    respond();
    await deletion;
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
  });

  it('a saved profile does not restore the session', async () => {
    const { user } = tab.auth.getAuth();
    const respond = holdBack('PUT /auth/v1/user', () => json(200, user));
    const saved = tab.auth.getAuth().updateProfile({ name: 'Countess' });
    await waitFor(() => expect(site.count('PUT /auth/v1/user')).toBe(1));
    await tab.auth.getAuth().logout();
    respond();
    await expect(saved).rejects.toMatchObject({ action: 'updateProfile', code: 'session_expired' });
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: false, session: null });
    expect(localStorage.getItem(site.storageKey)).toBeNull();
  });
});

it('a link with a session that has ended leaves the current one', async () => {
  await tab.auth.getAuth().login(ada);
  const { access_token: accessToken = '', refresh_token: refreshToken = '' } = tab.auth.getAuth().session ?? {};
  await tab.auth.getAuth().logout();
  await tab.auth.getAuth().login(ada);
  site.respondTo('GET /auth/v1/user', SESSION_NOT_FOUND);
  await expect(tab.auth.getAuth().redeemLink({ accessToken, refreshToken })).rejects.toMatchObject({ action: 'redeemLink', code: 'session_expired' });
  expect(tab.auth.getAuth().isAuthenticated).toBe(true);
  expect(tab.auth.hasStoredSession()).toBe(true);
});
