import { authError, json } from './support/fake-site.ts';
import { ada, site } from './support/fresh-site.ts';
import { openTab, type Tab } from './support/open-tab.ts';

const USER = 'GET /auth/v1/user';
const endedElsewhere = () => authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
const deletedElsewhere = () => authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');

let tab: Tab;
let visibility: jest.SpiedGetter<DocumentVisibilityState>;

beforeEach(async () => {
  jest.useFakeTimers();
  visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  tab = await openTab(site);
  await tab.auth.getAuth().login(ada);
});

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);
const asked = () => site.count(USER);

describe('a tab in use', () => {
  it.each([
    ['that the session was ended on another device', endedElsewhere, 'revoked'],
    ['that the account was deleted on another device', deletedElsewhere, 'deleted'],
  ])('notices within seconds %s', async (_, respond, ended) => {
    site.respondTo(USER, respond);
    await seconds(16);
    expect(tab.auth.getAuth()).toMatchObject({ user: null, session: null, ended, error: null, loading: false });
    expect(localStorage.getItem(site.storageKey)).toBeNull();
  });

  it('notices an ended session even if the clock of the device is set back', async () => {
    site.respondTo(USER, endedElsewhere);
    jest.setSystemTime(Date.now() - 600_000);
    await seconds(16);
    expect(tab.auth.getAuth().ended).toBe('revoked');
  });

  it('learns that the email address was changed on another device, and renews the session once for it', async () => {
    const renewals = () => site.count('POST /auth/v1/token?grant_type=refresh_token');
    const moved = { ...site.newSession(ada.email).user, email: 'countess@example.com' };
    site.respondTo(USER, () => json(200, moved));
    await seconds(16);
    expect(renewals()).toBe(1);
    await seconds(60);
    expect(renewals()).toBe(1);
    site.respondTo('POST /auth/v1/token?grant_type=refresh_token', () => json(200, { ...site.newSession(ada.email), user: { ...moved, email: 'ada@lovelace.example' } }));
    site.respondTo(USER, () => json(200, { ...moved, email: 'ada@lovelace.example' }));
    await seconds(16);
    expect(tab.auth.getAuth().user?.email).toBe('ada@lovelace.example');
  });

  it('notices immediately when the service refuses a request', async () => {
    site.respondTo(USER, endedElsewhere);
    site.respondTo('GET /rest/v1/notes', () => json(403, { code: '42501', message: 'new row violates row-level security policy' }));
    await (await tab.auth.getSupabase()).from('notes').select();
    await seconds(0);
    expect(tab.auth.getAuth()).toMatchObject({ user: null, ended: 'revoked' });
  });

  it.each([
    ['is fine', () => json(200, {})],
    ['refuses for another reason', () => authError(403, 'bad_jwt', 'invalid JWT')],
    ['fails', () => json(500, {})],
    ['is behind a proxy that sends a page', () => new Response('<html>', { status: 403 })],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('continues if the service %s', async (_, respond) => {
    site.respondTo(USER, respond);
    await seconds(60);
    expect(asked()).toBe(4);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null, error: null });
  });

  it('fetches the credentials again after several checks without a response', async () => {
    site.respondTo(USER, () => Promise.reject(new TypeError('Failed to fetch')));
    await seconds(31);
    expect(site.count('GET /api/supabase-credentials')).toBe(1);
    await seconds(15);
    expect(site.count('GET /api/supabase-credentials')).toBe(2);
  });

  it('a late response about the last session does not end the next one', async () => {
    let respond: (response: Response) => void = () => undefined;
    site.respondTo(USER, () => new Promise((resolve) => (respond = resolve)));
    await seconds(16);
    await tab.auth.getAuth().logout();
    await tab.auth.getAuth().login(ada);
    respond(endedElsewhere());
    await seconds(0);
    expect(tab.auth.getAuth()).toMatchObject({ isAuthenticated: true, ended: null });
  });
});

describe('no check runs', () => {
  it('in a hidden tab, until the user returns', async () => {
    visibility.mockReturnValue('hidden');
    await seconds(600);
    expect(asked()).toBe(0);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await seconds(0);
    expect(asked()).toBe(1);
  });

  it('in a tab that was idle for five minutes, until its next use', async () => {
    await seconds(600);
    const before = asked();
    expect(before).toBeLessThan(20);
    await seconds(600);
    expect(asked()).toBe(before);
    window.dispatchEvent(new Event('pointerdown'));
    window.dispatchEvent(new Event('keydown'));
    await seconds(0);
    expect(asked()).toBe(before + 1);
  });

  it('without a session', async () => {
    await tab.auth.getAuth().logout();
    await seconds(60);
    expect(asked()).toBe(0);
  });
});
