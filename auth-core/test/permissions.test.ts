import { ada, site } from './support/fresh-site.ts';
import { tab } from './support/fresh-tab.ts';

function signedInWith(permissions: unknown): void {
  site.addAccount(ada.email, ada.password);
  site.setPermissions(ada.email, permissions);
  localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email)));
}

describe('the permissions of a user', () => {
  it('come from the session\'s token, and end with the session', async () => {
    signedInWith(['orders.approve', 'orders.refund']);
    const { permissions } = await tab.settled();
    expect(permissions).toEqual(['orders.approve', 'orders.refund']);
    await tab.auth.getAuth().logout();
    expect(tab.auth.getAuth().permissions).toEqual([]);
  });

  it('can have letters of any language', async () => {
    signedInWith(['aufträge.lesen', 'الطلبات']);
    expect((await tab.settled()).permissions).toEqual(['aufträge.lesen', 'الطلبات']);
  });

  it('change with the next token', async () => {
    signedInWith([]);
    await tab.settled();
    site.setPermissions(ada.email, ['orders.approve']);
    const client = await tab.auth.getSupabase();
    await client.auth.refreshSession();
    expect(tab.auth.getAuth().permissions).toEqual(['orders.approve']);
  });

  it('stay the same array if the next token has the same, so that no component renders again', async () => {
    signedInWith(['orders.approve']);
    const { permissions } = await tab.settled();
    const client = await tab.auth.getSupabase();
    await client.auth.refreshSession();
    expect(tab.auth.getAuth().permissions).toBe(permissions);
  });

  it.each([[undefined], ['orders.approve'], [[1, 'orders.approve']], [{ 0: 'orders.approve' }]])('are empty if the token has %j', async (permissions) => {
    signedInWith(permissions);
    expect((await tab.settled()).permissions).toEqual([]);
    expect(tab.auth.getAuth().assurance.currentLevel).toBe('aal1');
  });
});
