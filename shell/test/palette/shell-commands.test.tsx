import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lines, openPalette, openSite, prepareSite, SIGNED_IN } from './open-site.tsx';

prepareSite();

const root = document.documentElement;

test('changes the theme to one that is not on screen', async () => {
  await openSite({ orders: {} });
  await openPalette();
  await userEvent.keyboard('theme');
  expect(lines()).toEqual({ Commands: ['Use the light theme', 'Use the dark theme'] });
  await userEvent.keyboard(' dark{Enter}');
  expect(root.dataset['theme']).toBe('dark');
  await openPalette();
  await userEvent.keyboard('theme');
  expect(lines()).toEqual({ Commands: ['Use the system’s theme', 'Use the light theme'] });
  await userEvent.keyboard('{Enter}');
  expect(root.dataset['theme']).toBeUndefined();
});

test('hides the sidebar where its button is visible, and shows it again', async () => {
  await openSite({ orders: {} });
  screen.getByRole('button', { name: 'Search' }).focus();
  await openPalette();
  await userEvent.keyboard('sidebar');
  expect(await screen.findByText('No results for “sidebar”')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(32);
  await openPalette();
  await userEvent.keyboard('sidebar');
  expect(lines()).toEqual({ Commands: ['Hide the sidebar'] });
  await userEvent.keyboard('{Enter}');
  expect(root.dataset['sidebar']).toBe('hidden');
  // The focus was in the sidebar.
  expect(screen.getByRole('button', { name: 'Sidebar', expanded: false })).toHaveFocus();
  await openPalette();
  await userEvent.keyboard('sidebar');
  expect(lines()).toEqual({ Commands: ['Show the sidebar'] });
  await userEvent.keyboard('{Enter}');
  expect(root.dataset['sidebar']).toBeUndefined();
});

test('offers no sidebar to users who have not entered their code', async () => {
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(32);
  await openSite({ orders: {} }, { auth: { ...SIGNED_IN, assurance: { currentLevel: 'aal1', nextLevel: 'aal2' } } });
  await openPalette();
  await userEvent.keyboard('sidebar');
  expect(await screen.findByText('No results for “sidebar”')).toBeVisible();
});

test('logs out, and offers that only to signed-in users', async () => {
  const { signIn } = await openSite({ orders: {} });
  await openPalette();
  await userEvent.keyboard('sign out{Enter}');
  await waitFor(() => expect(signIn.module.auth.getAuth().isAuthenticated).toBe(false));
  await openPalette();
  await userEvent.keyboard('sign out');
  expect(await screen.findByText('No results for “sign out”')).toBeVisible();
});
