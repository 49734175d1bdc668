import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lines, openPalette, openSite, prepareSite } from './open-site.tsx';

prepareSite();

const root = document.documentElement;

test('changes the theme to one that is not on screen', async () => {
  await openSite({ orders: {} });
  await openPalette();
  await userEvent.keyboard('theme');
  expect(lines()).toEqual({ Commands: ['Theme: Light', 'Theme: Dark'] });
  await userEvent.keyboard(' dark{Enter}');
  expect(root.dataset['theme']).toBe('dark');
  await openPalette();
  await userEvent.keyboard('theme');
  expect(lines()).toEqual({ Commands: ['Theme: System', 'Theme: Light'] });
  await userEvent.keyboard('{Enter}');
  expect(root.dataset['theme']).toBeUndefined();
});

test('hides the sidebar of a wide window, and shows it again', async () => {
  await openSite({ orders: {} });
  await openPalette();
  await userEvent.keyboard('sidebar');
  expect(await screen.findByText('No results for “sidebar”')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const media = window.matchMedia('print');
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...media, matches: query === '(min-width: 56.01rem)' }));
  await openPalette();
  await userEvent.keyboard('sidebar');
  expect(lines()).toEqual({ Commands: ['Hide the sidebar'] });
  await userEvent.keyboard('{Enter}');
  expect(root.dataset['sidebar']).toBe('hidden');
  expect(screen.getByRole('button', { name: 'Sidebar' })).toHaveAttribute('aria-expanded', 'false');
  await openPalette();
  await userEvent.keyboard('sidebar');
  expect(lines()).toEqual({ Commands: ['Show the sidebar'] });
  await userEvent.keyboard('{Enter}');
  expect(root.dataset['sidebar']).toBeUndefined();
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
