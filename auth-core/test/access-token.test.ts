import { ada, site } from './support/fresh-site.ts';
import { openTab } from './support/open-tab.ts';
import { storeSession } from './support/stored-session.ts';

const REFRESH_GRANT = 'POST /auth/v1/token?grant_type=refresh_token';

describe('the access token (specification 9.5)', () => {
  it.each([
    [121, 0],
    [119, 1],
  ])('is checked every 30 seconds; with %i s left at a check it is refreshed %i times', async (left, times) => {
    jest.useFakeTimers();
    storeSession(site, left + 30);
    const tab = await openTab(site);
    await tab.auth.getSupabase();
    await jest.advanceTimersByTimeAsync(100);
    expect(site.count(REFRESH_GRANT)).toBe(0);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(site.count(REFRESH_GRANT)).toBe(times);
  });

  it.each([
    [91, 0],
    [89, 1],
  ])('with %i s left is refreshed %i times before it is used', async (left, times) => {
    jest.useFakeTimers();
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    storeSession(site, left);
    const tab = await openTab(site);
    const { auth } = await tab.auth.getSupabase();
    await auth.getSession();
    expect(site.count(REFRESH_GRANT)).toBe(times);
  });

  it('expires `expires_in` seconds after it arrives', async () => {
    const tab = await openTab(site);
    await tab.auth.getAuth().login(ada);
    const { session } = tab.auth.getAuth();
    expect(session?.expires_in).toBe(3600);
    expect(session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500);
  });

  it('keeps the user signed in while it is valid, even if the service is down', async () => {
    jest.useFakeTimers();
    storeSession(site, 100);
    const tab = await openTab(site);
    await tab.auth.getSupabase();
    site.online = false;
    await jest.advanceTimersByTimeAsync(35_000);
    expect(site.count(REFRESH_GRANT)).toBeGreaterThan(1);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, error: null, status: 'ready' });
  });
});
