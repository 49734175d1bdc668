import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeFactors, factor } from '@atrium/auth-core/testing/fake-factors';
import { hang, json } from '@atrium/auth-core/testing/fake-site';
import { ada, site } from '@atrium/auth-core/testing/fresh-site';
import { tab } from './open-tab.ts';
import { renderGuardedSite } from './guarded-site.tsx';

const ASKED_FOR_USER = 'GET /auth/v1/user';

let factors: FakeFactors;

beforeEach(() => {
  factors = new FakeFactors(site, ada.email);
});

function signedIn(aal: 'aal1' | 'aal2', tampered: object = {}): void {
  const session = site.newSession(ada.email, aal);
  localStorage.setItem(site.storageKey, JSON.stringify({ ...session, user: { ...session.user, ...tampered } }));
}

const page = () => screen.findByRole('heading', { name: 'Your account' });

describe('a user with a second factor', () => {
  beforeEach(() => {
    factors.set(factor('app', 'verified'));
  });

  it('who has not entered a code is redirected to enter one, before any request', async () => {
    signedIn('aal1');
    site.respondTo(ASKED_FOR_USER, hang);
    await renderGuardedSite(tab, '/account/notes?tab=1#end');
    expect(await screen.findByText(`at /login/verify?next=${encodeURIComponent('/account/notes?tab=1#end')}`)).toBeVisible();
  });

  it.each([undefined, 'aal2'] as const)('who has given a code sees the page (assurance %p)', async (assurance) => {
    signedIn('aal2');
    await renderGuardedSite(tab, '/account', assurance);
    expect(await page()).toBeVisible();
  });

  it('sees a page that needs only aal1', async () => {
    signedIn('aal1');
    await renderGuardedSite(tab, '/account', 'aal1');
    expect(await page()).toBeVisible();
  });

  it('is redirected to enter a code even if storage was changed to hide the factor', async () => {
    signedIn('aal1', { factors: [] });
    await renderGuardedSite(tab, '/account');
    expect(await screen.findByText('at /login/verify?next=%2Faccount')).toBeVisible();
  });

  it('that was removed elsewhere sees the page as soon as the service reports it', async () => {
    signedIn('aal1');
    factors.set();
    await tab.settled();
    expect(tab.auth.getAuth().assurance.nextLevel).toBe('aal2');
    await tab.auth.getAuth().mfa.assuranceLevel();
    await renderGuardedSite(tab, '/account');
    expect(await page()).toBeVisible();
  });
});

describe('a user without a second factor', () => {
  it('is redirected to set one up if the page needs it', async () => {
    signedIn('aal1');
    await renderGuardedSite(tab, '/account', 'aal2');
    expect(await screen.findByText('at /account/security?needs=aal2&next=%2Faccount')).toBeVisible();
  });

  it('sees any other page, even with an unverified factor', async () => {
    factors.set(factor('app', 'unverified'));
    signedIn('aal1');
    await renderGuardedSite(tab, '/account');
    expect(await page()).toBeVisible();
    await waitFor(() => {
      expect(site.count(ASKED_FOR_USER)).toBe(1);
    });
    expect(await page()).toBeVisible();
  });

  it('is not admitted by a factor forged in storage', async () => {
    signedIn('aal1', { factors: [factor('forged', 'verified')] });
    site.respondTo(ASKED_FOR_USER, hang);
    await renderGuardedSite(tab, '/account', 'aal2');
    expect(await screen.findByText('at /login/verify?next=%2Faccount')).toBeVisible();
  });
});

describe('the check with the service', () => {
  it('runs once for each token, for any number of guards and pages', async () => {
    signedIn('aal1');
    const { unmount } = await renderGuardedSite(tab, '/account');
    await page();
    await userEvent.click(screen.getByRole('link', { name: 'Other page' }));
    unmount();
    await renderGuardedSite(tab, '/account');
    await page();
    expect(site.count(ASKED_FOR_USER)).toBe(1);
    await act(async () => {
      await (await tab.auth.getSupabase()).auth.refreshSession();
    });
    await waitFor(() => {
      expect(site.count(ASKED_FOR_USER)).toBe(2);
    });
  });

  it('does not block the page if it fails, and the next guard repeats it', async () => {
    signedIn('aal1');
    site.respondTo(ASKED_FOR_USER, () => json(500, {}));
    const { unmount } = await renderGuardedSite(tab, '/account');
    expect(await page()).toBeVisible();
    await waitFor(() => {
      expect(site.count(ASKED_FOR_USER)).toBe(1);
    });
    await act(() => Promise.resolve());
    expect(tab.auth.getAuth()).toMatchObject({ error: null, loading: false });
    unmount();
    factors.set(factor('app', 'verified'));
    site.respondTo(ASKED_FOR_USER, () => json(200, { id: 'x', factors: [factor('app', 'verified')] }));
    await renderGuardedSite(tab, '/account');
    expect(await screen.findByText('at /login/verify?next=%2Faccount')).toBeVisible();
  });
});
