import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { ada, site } from '@atrium/auth-core/testing/fresh-site';
import { tab } from './open-tab.ts';
import { renderGuardedSite } from './guarded-site.tsx';

const APPROVE = { permission: 'orders.approve' };

function signedInWith(permissions: unknown): void {
  site.addAccount(ada.email, ada.password);
  site.setPermissions(ada.email, permissions);
  localStorage.setItem(site.storageKey, JSON.stringify(site.newSession(ada.email)));
}

describe('a page that needs a permission', () => {
  it('shows to a user who has it', async () => {
    signedInWith(['orders.approve']);
    await renderGuardedSite(tab, '/account', APPROVE);
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible();
  });

  it('explains to other users that they lack it, without a redirect', async () => {
    signedInWith(['orders.refund']);
    await renderGuardedSite(tab, '/account', APPROVE);
    expect(await screen.findByRole('heading', { name: 'This page is not for your account' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Your account' })).toBeNull();
  });

  it('redirects a visitor to the log-in first', async () => {
    await renderGuardedSite(tab, '/account', APPROVE);
    expect(await screen.findByText('at /login?next=%2Faccount')).toBeVisible();
  });

  it('redirects to the second factor first, if it needs that too', async () => {
    signedInWith(['orders.approve']);
    await renderGuardedSite(tab, '/account', { ...APPROVE, assurance: 'aal2' });
    expect(await screen.findByText('at /account/security?needs=aal2&next=%2Faccount')).toBeVisible();
  });
});
