import { authError, json } from './support/fake-site.ts';
import { ada, site } from './support/fresh-site.ts';
import { openTab, type Tab } from './support/open-tab.ts';
import { storeSession } from './support/stored-session.ts';

const REFRESH_GRANT = 'POST /auth/v1/token?grant_type=refresh_token';
const HOUR = 3_600_000;

beforeEach(() => {
  jest.useFakeTimers();
});

async function signIn(): Promise<Tab> {
  const tab = await openTab(site);
  await tab.auth.getAuth().login(ada);
  return tab;
}

const refuse = () => authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

describe('a session', () => {
  it('lasts for hours of work', async () => {
    const tab = await signIn();
    const first = tab.auth.getAuth().session?.access_token;
    for (let hours = 0; hours < 3; hours += 1) {
      await jest.advanceTimersByTimeAsync(HOUR);
      const { session } = tab.auth.getAuth();
      expect(session?.expires_at).toBeGreaterThan(Date.now() / 1000);
    }
    expect(tab.auth.getAuth().session?.access_token).not.toBe(first);
    // Once for each token, in its last two minutes.
    expect(site.count(REFRESH_GRANT)).toBe(3);
  });

  it.each([
    ['is refused', refuse],
    ['gets a page of a proxy', () => new Response('<html>', { status: 502 })],
    ['fails with status 500', () => json(500, {})],
  ])('with a valid token survives a refresh that %s', async (_, respond) => {
    storeSession(site, 100);
    const tab = await openTab(site);
    await tab.auth.getSupabase();
    site.respondTo(REFRESH_GRANT, respond);
    await jest.advanceTimersByTimeAsync(31_000);
    expect(site.count(REFRESH_GRANT)).toBeGreaterThan(0);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null, status: 'ready', error: null });
    site.respondTo(REFRESH_GRANT, () => json(200, site.newSession(ada.email)));
    await jest.advanceTimersByTimeAsync(62_000);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
    expect(tab.auth.getAuth().session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3000);
  });

  it('that the service has revoked ends with its token, and the state reports it', async () => {
    const tab = await signIn();
    site.respondTo(REFRESH_GRANT, refuse);
    await jest.advanceTimersByTimeAsync(HOUR - 60_000);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
    await jest.advanceTimersByTimeAsync(3 * 60_000);
    expect(tab.auth.getAuth()).toMatchObject({ user: null, session: null, ended: 'revoked', error: null, loading: false });
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('whose token expires offline continues when the connection is back', async () => {
    const tab = await signIn();
    site.online = false;
    await jest.advanceTimersByTimeAsync(70 * 60_000);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
    site.online = true;
    await jest.advanceTimersByTimeAsync(2 * 60_000);
    expect(tab.auth.getAuth().session?.expires_at).toBeGreaterThan(Date.now() / 1000);
  });
});

describe('a laptop that slept for a day', () => {
  /** Moves the clock without running timers, then makes the tab visible again. */
  async function sleep(): Promise<void> {
    jest.setSystemTime(Date.now() + 24 * HOUR);
    window.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
  }

  it('continues immediately', async () => {
    const tab = await signIn();
    await sleep();
    expect(site.count(REFRESH_GRANT)).toBe(1);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null, error: null });
    expect(tab.auth.getAuth().session?.expires_at).toBeGreaterThan(Date.now() / 1000);
  });

  it('stays signed in if it wakes before its connection', async () => {
    const tab = await signIn();
    site.online = false;
    await sleep();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
    site.online = true;
    await jest.advanceTimersByTimeAsync(2 * 60_000);
    expect(tab.auth.getAuth().session?.expires_at).toBeGreaterThan(Date.now() / 1000);
  });
});

describe('a wrong clock', () => {
  it.each([
    ['ten minutes slow', 600],
    ['two hours fast', -7_200],
  ])('(%s) has no effect: the token is refreshed in its last two minutes', async (_, ahead) => {
    site.clockAhead = ahead;
    const tab = await signIn();
    await jest.advanceTimersByTimeAsync(HOUR - 130_000);
    expect(site.count(REFRESH_GRANT)).toBe(0);
    await jest.advanceTimersByTimeAsync(100_000);
    expect(site.count(REFRESH_GRANT)).toBe(1);
    await jest.advanceTimersByTimeAsync(HOUR);
    expect(site.count(REFRESH_GRANT)).toBe(2);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
  });
});
