import '@testing-library/jest-dom';
import type { Contributions } from '@atrium/releases/wire';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { StoredPreferences } from '../../src/frame/preferences.ts';
import { createUserMenu } from '../../src/menu/user-menu.tsx';
import { SiteContributions } from '../../src/runtime/contributions.ts';
import { SiteLoads } from '../../src/runtime/site-loads.ts';
import { provideOpenTab } from '../../src/site.tsx';
import { connectDouble } from '../connect-double.ts';
import { manifestOf, moduleFor, renderSite, unavailable } from '../render-site.tsx';
import { ada, signInDouble } from '../sign-in-double.tsx';

const RELEASE = 'abcdefgh23456789';

afterEach(() => {
  window.history.replaceState(null, '', '/');
  document.cookie = 'atrium-theme=; Max-Age=0';
  delete document.documentElement.dataset['theme'];
});

beforeEach(() => {
  connectDouble({ preferences: new StoredPreferences(['de']) });
});

async function openMenu(commands: Contributions['commands'] = {}) {
  const { module, logouts } = signInDouble({ user: ada });
  const loads = new SiteLoads({
    modules: [moduleFor(manifestOf('orders'), RELEASE)],
    complete: true,
    releases: null,
    loadAuth: () => Promise.resolve({ success: true, value: module }),
    loadPageModule: () => Promise.resolve(unavailable('orders')),
  });
  const contributions = new SiteContributions(loads.modules, {
    listing: () => Promise.resolve({ schema: 1, modules: [{ name: 'orders', release: RELEASE, contributions: { commands } }] }),
    details: () => Promise.reject(new Error('not needed')),
  });
  const showShortcuts = jest.fn();
  const UserMenu = createUserMenu({ loads, contributions, showShortcuts });
  render(
    <BrowserRouter>
      <UserMenu authModule={module} isPressed user={ada} />
    </BrowserRouter>,
  );
  return { menu: await screen.findByRole('menu'), logouts, showShortcuts };
}

function item(name: string) {
  return screen.getByRole('menuitem', { name });
}

test('opens with the name and the address of the user, and logs out', async () => {
  const { menu, logouts } = await openMenu();
  expect(within(menu).getByText('Ada Lovelace')).toBeVisible();
  expect(within(menu).getByText(ada.email ?? '')).toBeVisible();
  await userEvent.click(item('Log out'));
  expect(logouts()).toBe(1);
  await waitFor(() => expect(menu).not.toBeInTheDocument());
});

test('has the commands that modules place in it, for users who may run them', async () => {
  await openMenu({
    list: { title: { en: 'Your orders' }, route: 'main', userMenu: true },
    count: { title: { en: 'Count orders' }, route: 'main' },
    visitors: { title: { en: 'Order without an account' }, route: 'main', userMenu: true, requires: 'signed-out' },
  });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Your orders' }));
  expect(window.location.pathname).toBe('/orders');
  expect(screen.queryByText('Count orders')).not.toBeInTheDocument();
  expect(screen.queryByText('Order without an account')).not.toBeInTheDocument();
});

test('shows the theme of this browser, and changes it', async () => {
  await openMenu();
  expect(item('Theme System')).toBeVisible();
  await userEvent.click(item('Theme System'));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(document.cookie).toContain('atrium-theme=dark');
});

test('offers the languages of the site by their own names', async () => {
  await openMenu();
  await userEvent.click(item('Language English'));
  expect(await screen.findByRole('menuitemradio', { name: 'Deutsch' })).toHaveAttribute('aria-checked', 'false');
  expect(screen.getByRole('menuitemradio', { name: 'English' })).toHaveAttribute('aria-checked', 'true');
});

test('opens the list of keyboard shortcuts', async () => {
  const { showShortcuts } = await openMenu();
  await userEvent.click(item('Keyboard shortcuts'));
  expect(showShortcuts).toHaveBeenCalledTimes(1);
});

test('opens from a button that keeps the focus when the menu’s code arrives', async () => {
  const { module } = signInDouble({ user: ada });
  const loads = await renderSite('/', { auth: () => ({ success: true, value: module }) });
  const button = () => screen.getByRole('button', { name: 'Ada Lovelace' });
  button().focus();
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
  expect(button()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button()).toHaveFocus());
});
