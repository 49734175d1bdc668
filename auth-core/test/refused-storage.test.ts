import { ada, site, warnings } from './support/fresh-site.ts';
import { openTab } from './support/open-tab.ts';
import { storeSession, broadcastFromAnotherTab } from './support/stored-session.ts';

describe('a storage that refuses access', () => {
  function refuse(...methods: ('getItem' | 'setItem' | 'removeItem')[]): void {
    for (const method of methods) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('refused', method === 'setItem' ? 'QuotaExceededError' : 'SecurityError');
      });
    }
  }

  it.each([
    ['is full', () => refuse('setItem')],
    ['is forbidden', () => refuse('getItem', 'setItem', 'removeItem')],
    [
      'is missing',
      () =>
        jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
          throw new DOMException('forbidden', 'SecurityError');
        }),
    ],
  ])('never breaks a sign-in when it %s', async (_, arrange) => {
    const tab = await openTab(site);
    arrange();
    const user = await tab.auth.getAuth().login(ada);
    expect(tab.auth.getAuth()).toMatchObject({ user, error: null, isAuthenticated: true });
    const { data } = await (await tab.auth.getSupabase()).auth.getSession();
    expect(data.session?.user).toEqual(user);
    await tab.auth.getAuth().updateProfile({ name: 'Countess' });
    await tab.auth.getAuth().logout();
    expect(tab.auth.getAuth()).toMatchObject({ user: null, error: null });
    expect(warnings.mock.calls.map(([message]) => String(message))).toEqual([
      expect.stringMatching(/does not store/),
      expect.stringMatching(/does not store/),
    ]);
  });

  it('keeps no older session or user if the new one does not fit', async () => {
    const tab = await openTab(site);
    await tab.settled();
    storeSession(site);
    localStorage.setItem('user', '{"id":"other"}');
    refuse('setItem');
    await tab.auth.getAuth().login(ada);
    expect(localStorage.getItem(site.storageKey)).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('follows a log-out in another tab', async () => {
    refuse('setItem');
    const tab = await openTab(site);
    await tab.auth.getAuth().login(ada);
    broadcastFromAnotherTab(site, 'SIGNED_OUT', null);
    await tab.until(({ user }) => user === null);
    const { data } = await (await tab.auth.getSupabase()).auth.getSession();
    expect(data.session).toBeNull();
  });
});
