import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { ada, site } from './fresh-site.ts';
import { tab } from './fresh-tab.ts';
import { renderGuardedSite } from './guarded-site.tsx';

const APPROVE = { permission: 'orders.approve' };

function signedInWith(permissions: unknown): void {
  site.addAccount(ada.email, ada.password);
  site.setPermissions(ada.email, permissions);
  localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email)));
}

describe('the permissions of a person', () => {
  it('are those of the session\'s token, and go with the session', async () => {
    signedInWith(['orders.approve', 'orders.refund']);
    const { permissions } = await tab.settled();
    expect(permissions).toEqual(['orders.approve', 'orders.refund']);
    await act(() => tab.auth.getAuth().logout());
    expect(tab.auth.getAuth().permissions).toEqual([]);
  });

  it('follow the next token', async () => {
    signedInWith([]);
    await tab.settled();
    site.setPermissions(ada.email, ['orders.approve']);
    const client = await tab.auth.getSupabase();
    await act(() => client.auth.refreshSession());
    expect(tab.auth.getAuth().permissions).toEqual(['orders.approve']);
  });

  it('stay the same list where the next token says the same, so that nobody renders again', async () => {
    signedInWith(['orders.approve']);
    const { permissions } = await tab.settled();
    const client = await tab.auth.getSupabase();
    await act(() => client.auth.refreshSession());
    expect(tab.auth.getAuth().permissions).toBe(permissions);
  });

  it.each([[undefined], ['orders.approve'], [[1, 'orders.approve']], [{ 0: 'orders.approve' }]])('are none where the token has %j', async (permissions) => {
    signedInWith(permissions);
    expect((await tab.settled()).permissions).toEqual([]);
    expect(tab.auth.getAuth().assurance.currentLevel).toBe('aal1');
  });
});

describe('a page that needs a permission', () => {
  it('shows to a person who has it', async () => {
    signedInWith(['orders.approve']);
    await renderGuardedSite(tab, '/account', APPROVE);
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
  });

  it('tells a person who has it not, instead of leading them in a circle', async () => {
    signedInWith(['orders.refund']);
    await renderGuardedSite(tab, '/account', APPROVE);
    expect(await screen.findByRole('heading', { name: 'This page is not for your account' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Your account' })).toBeNull();
  });

  it('leads a visitor to the log-in first', async () => {
    await renderGuardedSite(tab, '/account', APPROVE);
    expect(await screen.findByText('at /login?next=%2Faccount')).toBeVisible();
  });

  it('leads a person to the second factor first, where it needs that too', async () => {
    signedInWith(['orders.approve']);
    await renderGuardedSite(tab, '/account', { ...APPROVE, assurance: 'aal2' });
    expect(await screen.findByText('at /account/security?needs=aal2&next=%2Faccount')).toBeVisible();
  });
});
