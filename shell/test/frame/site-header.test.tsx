import '@testing-library/jest-dom';
import { act, screen, within } from '@testing-library/react';
import { provideOpenTab } from '../../src/site.tsx';
import { manifestOf, renderSite } from '../render-site.tsx';
import { ada, signInDouble } from '../sign-in-double.tsx';

test('offers no protected page and no search to a user who still has to enter a code', async () => {
  const { module, set } = signInDouble({ user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal2' } });
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [manifestOf('orders', { navigation: [{ route: 'main', label: { en: 'Orders' }, requires: 'signed-in' }] })],
  });
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
  expect(await screen.findByRole('button', { name: 'Ada Lovelace' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Orders' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Search' })).not.toBeInTheDocument();
  act(() => set({ assurance: { currentLevel: 'aal2', nextLevel: 'aal2' } }));
  expect(await screen.findByRole('link', { name: 'Orders' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
});

test('leaves the screen to the form of a new password, with the user menu', async () => {
  const { module } = signInDouble({ user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal1' } });
  const loads = await renderSite('/update-password', {
    auth: () => ({ success: true, value: module }),
    pages: [
      manifestOf('account', { routes: { main: '/update-password' } }),
      manifestOf('orders', { navigation: [{ route: 'main', label: { en: 'Orders' }, requires: 'signed-in' }] }),
    ],
  });
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
  expect(await screen.findByRole('button', { name: 'Ada Lovelace' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Orders' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Search' })).not.toBeInTheDocument();
  // Users who come from the settings stay in the frame.
  act(() => {
    window.history.pushState({ usr: { from: 'account' }, key: 'settings', idx: 1 }, '', '/update-password');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(await screen.findByRole('link', { name: 'Orders' })).toBeVisible();
});

test.each([
  ['/login', 'Log in', 'Create account'],
  ['/register', 'Create account', 'Log in'],
])('the header of %s marks the page that is open', async (path, open, other) => {
  const { module } = signInDouble();
  await renderSite(path, { auth: () => ({ success: true, value: module }) });
  const header = within(await screen.findByRole('banner'));
  expect(await header.findByRole('link', { name: open })).toHaveAttribute('aria-current', 'page');
  expect(header.getByRole('link', { name: other })).not.toHaveAttribute('aria-current');
});
