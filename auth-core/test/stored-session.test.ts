import { authError } from './support/fake-site.ts';
import { ada, site } from './support/fresh-site.ts';
import { openTab } from './support/open-tab.ts';
import { storeSession } from './support/stored-session.ts';

const REFRESH_GRANT = 'POST /auth/v1/token?grant_type=refresh_token';

/** Opens a tab whose expired session could not be refreshed, because the network was gone. It is back. */
async function openTabAfterFailedRefresh() {
  jest.useFakeTimers();
  storeSession(site, -10);
  const tab = await openTab(site);
  await tab.auth.getSupabase();
  site.online = false;
  await jest.advanceTimersByTimeAsync(31_000);
  site.online = true;
  return tab;
}

describe('a stored session', () => {
  it('is read at start-up, and the user is stored for other code', async () => {
    const session = storeSession(site);
    const tab = await openTab(site);
    expect(tab.auth.hasStoredSession()).toBe(true);
    expect(await tab.settled()).toMatchObject({ session, user: session.user, isAuthenticated: true, status: 'ready' });
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(session.user);
    expect(site.requests.map(({ path }) => path)).toEqual(['/api/supabase-credentials']);
  });

  it.each([
    ['is removed after a week without use, so that later visits start signed out', 8, false],
    ['stays while a tab may still use it', 1, true],
  ])('of another project %s', async (_what, days, stays) => {
    const session = site.newSession(ada.email);
    localStorage.setItem('sb-earlier-auth-token', JSON.stringify({ ...session, expires_at: session.expires_at - days * 86_400 }));
    const tab = await openTab(site);
    expect(tab.auth.hasStoredSession()).toBe(true);
    expect((await tab.settled()).isAuthenticated).toBe(false);
    expect(tab.auth.hasStoredSession()).toBe(stays);
  });

  it('is refreshed at start-up if it has expired', async () => {
    const session = storeSession(site, -10);
    const tab = await openTab(site);
    const state = await tab.settled();
    expect(state.user).toEqual(session.user);
    expect(state.session?.access_token).not.toBe(session.access_token);
    expect(site.lastBody(REFRESH_GRANT)).toEqual({ refresh_token: session.refresh_token });
  });

  it('that the service no longer knows is discarded', async () => {
    storeSession(site, -10);
    site.respondTo(REFRESH_GRANT, () => authError(400, 'refresh_token_not_found', 'Invalid Refresh Token'));
    const tab = await openTab(site);
    expect(await tab.settled()).toMatchObject({ isAuthenticated: false, loading: false });
    expect(tab.auth.hasStoredSession()).toBe(false);
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('is kept if it cannot be refreshed offline, with the error in the state', async () => {
    jest.useFakeTimers();
    storeSession(site, -10);
    const tab = await openTab(site);
    await tab.auth.getSupabase();
    site.online = false;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(tab.auth.getAuth()).toMatchObject({ status: 'failed', loading: false, error: 'Failed to fetch', user: null });
    expect(tab.auth.hasStoredSession()).toBe(true);
    site.online = true;
    await jest.advanceTimersByTimeAsync(61_000);
    expect(tab.auth.getAuth()).toMatchObject({ status: 'ready', error: null, isAuthenticated: true });
  });

  it('is read again when the user tries again', async () => {
    jest.useFakeTimers();
    const session = storeSession(site, -10);
    const tab = await openTab(site);
    await tab.auth.getSupabase();
    site.online = false;
    await jest.advanceTimersByTimeAsync(31_000);
    expect(tab.auth.getAuth().status).toBe('failed');
    const failed = tab.auth.getAuth().retryStart().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(31_000);
    expect(await failed).toMatchObject({ action: 'start', code: 'network' });
    site.online = true;
    await tab.auth.getAuth().retryStart();
    expect(tab.auth.getAuth()).toMatchObject({ status: 'ready', error: null, loading: false, user: session.user });
    expect(tab.auth.hasStoredSession()).toBe(true);
  });

  it('expires by the clock of this device after the user tries again', async () => {
    const tab = await openTabAfterFailedRefresh();
    site.clockAhead = 600;
    await tab.auth.getAuth().retryStart();
    expect(tab.auth.getAuth().session?.expires_at).toBeLessThan(Date.now() / 1000 + 3_660);
  });

  it('is ended if it turns out to be over when the user tries again', async () => {
    const tab = await openTabAfterFailedRefresh();
    site.respondTo(REFRESH_GRANT, () => authError(400, 'refresh_token_not_found', 'Invalid Refresh Token'));
    await tab.auth.getAuth().retryStart();
    expect(tab.auth.getAuth()).toMatchObject({ status: 'ready', error: null, user: null });
    expect(tab.auth.hasStoredSession()).toBe(false);
  });

  it('of another user is kept if the refresh of the first one fails meanwhile', async () => {
    const tab = await openTabAfterFailedRefresh();
    site.respondTo(REFRESH_GRANT, () => {
      storeSession(site);
      return authError(400, 'refresh_token_not_found', 'Invalid Refresh Token');
    });
    await tab.auth.getAuth().retryStart();
    expect(tab.auth.getAuth()).toMatchObject({ status: 'ready', error: null, isAuthenticated: true });
    expect(tab.auth.hasStoredSession()).toBe(true);
  });

  const good = { access_token: 'a.b.c', refresh_token: 'r', expires_at: 4_000_000_000, user: { id: '1' } };
  it.each([
    ['not JSON', '{"access_token":'],
    ['not an object', '"text"'],
    ['null', 'null'],
    ['without a user', JSON.stringify({ ...good, user: undefined })],
    ['with a user of the wrong shape', JSON.stringify({ ...good, user: 'ada' })],
    ['with a token that no header can carry', JSON.stringify({ ...good, access_token: 'a\n.b.c' })],
    ['with an expiry of the wrong type', JSON.stringify({ ...good, expires_at: 'tomorrow' })],
  ])('that is corrupt (%s) is discarded, and a log-in works', async (_, stored) => {
    localStorage.setItem(site.storageKey, stored);
    const tab = await openTab(site);
    expect(tab.auth.hasStoredSession()).toBe(false);
    expect(await tab.settled()).toMatchObject({ status: 'ready', error: null, user: null });
    expect(localStorage.getItem(site.storageKey)).toBeNull();
    await tab.auth.getAuth().login(ada);
    expect(tab.auth.getAuth().isAuthenticated).toBe(true);
  });
});

it('is stored under the key that supabase-js builds from the first part of the host name', async () => {
  const tab = await openTab(site);
  await tab.auth.getAuth().login(ada);
  expect(Object.keys(localStorage).sort()).toEqual([site.storageKey, 'user']);
});
