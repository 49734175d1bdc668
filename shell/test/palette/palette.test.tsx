import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CommandContext, PageModule, SearchResult } from '@atrium/page-kit/contract/page-module';
import type { Contributions } from '@atrium/releases/wire';
import { loadPalette } from '../../src/open-tab/on-demand.ts';
import { lines, openPalette, openSite, palette, prepareSite, RELEASE } from './open-site.tsx';

prepareSite();

// First, because later tests find the palette's code loaded.
test('does not open after Escape, or in front of a dialog that was opened, while its code loaded', async () => {
  const commands = { add: { title: { en: 'Add' }, route: 'add', shortcut: 'x' } };
  await openSite({ orders: { manifest: { routes: { main: '/orders', add: '/orders/new' } }, contributions: { commands } } });
  await userEvent.keyboard('{Control>}k{/Control}');
  // Letters are meant for the palette.
  await userEvent.keyboard('x');
  expect(location.pathname).toBe('/orders');
  await userEvent.keyboard('{Escape}x');
  expect(location.pathname).toBe('/orders/new');
  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.role = 'dialog';
  await act(async () => {
    for (const link of document.querySelectorAll('link[rel=stylesheet]')) link.dispatchEvent(new Event('load'));
    await loadPalette();
  });
  expect(screen.queryByRole('dialog', { name: 'Search and commands' })).toBeNull();
  dialog.remove();
  expect(await openPalette()).toBeVisible();
});

test('opens by keyboard or by the button of the header, and returns the focus when it closes', async () => {
  await openSite({ orders: {} });
  const button = screen.getByRole('button', { name: 'Search' });
  button.focus();
  await openPalette();
  expect(screen.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(button).toHaveFocus();
  await userEvent.click(button);
  await palette();
  await userEvent.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('leaves the keys that edit the query to its field', async () => {
  await openSite({ orders: {} });
  await openPalette();
  const field = screen.getByRole('combobox', { name: 'Search or run a command' });
  for (const modifier of ['shiftKey', 'altKey', 'ctrlKey', 'metaKey']) {
    for (const key of ['Home', 'End', 'ArrowUp']) expect(fireEvent.keyDown(field, { key, [modifier]: true })).toBe(true);
  }
  expect(fireEvent.keyDown(field, { key: 'End' })).toBe(false);
});

test('does not open in front of another dialog', async () => {
  await openSite({ orders: {} });
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.role = 'dialog';
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  dialog.remove();
  expect(await openPalette()).toBeVisible();
});

test('signed-out visitors have no button, and find the pages and commands for them', async () => {
  await openSite(
    {
      orders: { contributions: { commands: { in: { title: { en: 'For members' }, route: 'main', requires: 'signed-in' }, out: { title: { en: 'Join us' }, route: 'main', requires: 'signed-out' } } } },
    },
    { auth: {} },
  );
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
  await openPalette();
  expect(lines()).toEqual({ Commands: ['Join usThe orders'], Pages: ['Menu orders'] });
});

test('shows recent pages, the commands for the open page, and the pages of the menu', async () => {
  const routes = { main: '/orders', order: '/orders/:id', safe: '/orders/safe' };
  const commands: Contributions['commands'] = {
    here: { title: { en: 'Print list' }, route: 'main', on: ['main'] },
    there: { title: { en: 'Print order' }, route: 'main', on: ['order'] },
    menu: { title: { en: 'Menu orders' }, route: 'main', shortcut: 'g o', keywords: { en: 'purchases' } },
    approve: { title: { en: 'Approve' }, route: 'safe', permission: 'orders.approve' },
    strong: { title: { en: 'Pay' }, route: 'safe', assurance: 'aal2' },
  };
  const { signIn } = await openSite({ orders: { manifest: { routes }, contributions: { commands } }, stock: {} });
  await openPalette();
  expect(lines()).toEqual({ Commands: ['Print listThe orders'], Pages: ['Home', 'Menu ordersG then O', 'Menu stock'] });
  await userEvent.keyboard('purch');
  expect(lines()).toEqual({ Pages: ['Menu ordersG then O'] });
  await userEvent.clear(screen.getByRole('combobox', { name: 'Search or run a command' }));
  await userEvent.click(screen.getByRole('option', { name: 'Menu stock' }));
  expect(await screen.findByRole('heading', { name: 'Page of stock' })).toHaveFocus();
  await openPalette();
  expect(lines()).toEqual({ Recent: ['Page of ordersThe orders'], Pages: ['Home', 'Menu ordersG then O', 'Menu stock'] });
  act(() => signIn.set({ permissions: ['orders.approve'], assurance: { currentLevel: 'aal2', nextLevel: 'aal2' } }));
  expect(lines()['Commands']).toEqual(['ApproveThe orders', 'PayThe orders']);
});

test('an address that leads to no page is not a recent page', async () => {
  await openSite({ orders: {} }, { at: '/nothing' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Menu orders' }));
  expect(await screen.findByRole('heading', { name: 'Page of orders' })).toHaveFocus();
  await openPalette();
  expect(Object.values(lines()).flat()).not.toContain('Page not found');
});

test('opens a page in a new tab with Ctrl, and runs a command as usual', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  await openSite({ orders: { contributions: { commands: { pay: { title: { en: 'Pay' }, route: 'main' } } } } }, { at: '/nothing' });
  await openPalette();
  expect(screen.getByRole('combobox', { name: 'Search or run a command' })).toHaveAccessibleDescription('Ctrl ↵ Open in a new tab');
  await userEvent.keyboard('menu orders{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openPalette();
  await userEvent.keyboard('pay');
  fireEvent.click(await screen.findByRole('option', { name: /Pay/ }), { ctrlKey: true });
  expect(opened.mock.calls).toEqual([['/orders', '_blank', 'noopener'], ['/orders', '_blank', 'noopener']]);
  await openPalette();
  await userEvent.keyboard('keyb{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Show keyboard shortcuts')).toBeVisible();
  expect(opened).toHaveBeenCalledTimes(2);
  expect(window.location.pathname).toBe('/nothing');
});

test('lists the shortcuts on request, without a single key', async () => {
  await openSite({ orders: {} });
  await openPalette();
  expect(screen.queryByRole('checkbox', { name: 'Single-key shortcuts' })).not.toBeInTheDocument();
  await userEvent.keyboard('keyb{Enter}');
  await palette();
  expect(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' })).toBeChecked();
});

test('shows the group with the best match first', async () => {
  await openSite({ orders: { contributions: { commands: { derive: { title: { en: 'Derive totals' }, route: 'main' } } } } });
  await openPalette();
  await userEvent.keyboard('der');
  expect(Object.keys(lines())).toEqual(['Commands', 'Pages']);
  await userEvent.keyboard('s');
  expect(Object.keys(lines())).toEqual(['Pages']);
});

test('moves by arrows, Home and End, opens by Enter, and announces the number of results', async () => {
  await openSite({ orders: {}, stock: {}, sales: {} });
  await openPalette();
  const active = () => document.getElementById(screen.getByRole('combobox', { name: 'Search or run a command' }).getAttribute('aria-activedescendant') ?? '')?.textContent;
  const positions = [active()];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
    await userEvent.keyboard(`{${key}}`);
    positions.push(active());
  }
  expect(positions).toEqual(['Home', 'Menu orders', 'Menu stock', 'Menu sales', 'Menu stock', 'Home', 'Menu sales']);
  await userEvent.keyboard('menu');
  expect(lines()).toEqual({ Pages: ['Menu orders', 'Menu stock', 'Menu sales'] });
  expect(screen.getByText('3 results')).toHaveAttribute('role', 'status');
  await userEvent.keyboard(' stoc{Enter}');
  expect(await screen.findByRole('heading', { name: 'Page of stock' })).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the field has the direction of its text, and without a text that of the page', async () => {
  await openSite({ orders: {} });
  await openPalette();
  const field = screen.getByRole('combobox', { name: 'Search or run a command' });
  expect(field).not.toHaveAttribute('dir');
  await userEvent.keyboard('s');
  expect(field).toHaveAttribute('dir', 'auto');
});

test('says that nothing matches', async () => {
  await openSite({ orders: {} });
  await openPalette();
  await userEvent.keyboard('zebra{Enter}');
  expect(screen.getByText('No results for “zebra”')).toBeVisible();
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('lists the commands for the open page first, then those of its module', async () => {
  const command = (title: string, extra: object = {}) => ({ title: { en: title }, route: 'main', ...extra });
  await openSite(
    {
      orders: { contributions: { commands: { a: command('Other') } } },
      stock: { contributions: { commands: { a: command('Module'), b: command('Page', { on: ['main'] }) } } },
    },
    { at: '/stock' },
  );
  await openPalette();
  expect(lines()['Commands']).toEqual(['PageThe stock', 'ModuleThe stock', 'OtherThe orders']);
});

test('opens again with the key after the one that closed it', async () => {
  await openSite({ orders: {} });
  await openPalette();
  await userEvent.keyboard('{Escape}?');
  await palette();
  expect(screen.getByText('Show keyboard shortcuts')).toBeVisible();
});

test('runs a command with the sign-in, the path and the way to other pages', async () => {
  const contexts: CommandContext[] = [];
  const { signIn } = await openSite({
    orders: {
      contributions: { commands: { pick: { title: { en: 'Pick goods' }, keywords: { en: 'collect' } } } },
      code: { commands: { pick: () => Promise.resolve({ default: (context) => void contexts.push(context) }) } },
    },
    stock: {},
  });
  await openPalette();
  await userEvent.keyboard('coll{Enter}');
  await waitFor(() => expect(contexts).toHaveLength(1));
  expect(contexts[0]?.pathname).toBe('/orders');
  expect(contexts[0]?.auth).toBe(signIn.module.auth);
  expect(contexts[0]?.goTo({ page: 'gone.main' })).toBe(false);
  act(() => expect(contexts[0]?.goTo({ page: 'stock.main' })).toBe(true));
  expect(await screen.findByRole('heading', { name: 'Page of stock' })).toBeVisible();
});

test.each<[string, PageModule['commands']]>([
  ['throws', { pick: () => Promise.resolve({ default: () => Promise.reject(new Error('boom')) }) }],
  ['cannot be loaded', { pick: () => Promise.reject(new Error('boom')) }],
  ['is missing', undefined],
])('a command that %s shows an error and is reported, and the page keeps working', async (_what, commands) => {
  const { openTab } = await openSite({
    orders: { contributions: { commands: { pick: { title: { en: 'Pick goods' }, shortcut: 'p' } } }, code: { ...(commands && { commands }) } },
  });
  const failed = jest.spyOn(openTab, 'partFailed');
  await userEvent.keyboard('p');
  expect(await screen.findByRole('alert')).toHaveTextContent('“Pick goods” did not work. Try again.');
  expect(failed.mock.calls.map(([{ remote, release }, stage]) => [remote, release, stage])).toEqual([['orders', RELEASE, 'command']]);
  expect(screen.getByRole('heading', { name: 'Page of orders' })).toBeVisible();
});

test('shows search results under the heading of their provider, and asks one that did not respond again', async () => {
  const results = jest.fn<Promise<SearchResult[]>, []>().mockRejectedValueOnce(new Error('boom')).mockResolvedValue([{ key: '1', title: 'Invoice of zoe', to: { page: 'orders.main' } }]);
  await openSite({
    orders: {
      manifest: { routes: { main: '/orders', order: '/orders/:id' } },
      contributions: { search: { orders: { title: { en: 'Orders' } }, invoices: { title: { en: 'Invoices' } }, secrets: { title: { en: 'Secrets' }, requires: 'signed-out' } } },
      code: {
        search: {
          orders: () => Promise.resolve({ default: (query) => Promise.resolve([{ key: '7', title: `Order of ${query}`, detail: 'yesterday', to: { page: 'orders.order', params: { id: '7' } } }]) }),
          invoices: () => Promise.resolve({ default: results }),
        },
      },
    },
  });
  await openPalette();
  await userEvent.keyboard('zoe');
  expect(await screen.findByRole('option', { name: /Order of zoe/ })).toBeVisible();
  expect(lines()).toEqual({ Orders: ['Order of zoeyesterdayThe orders'] });
  expect(await screen.findByText('Invoices could not be searched.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: /Invoice of zoe/ })).toBeVisible();
  expect(screen.queryByText('Invoices could not be searched.')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/orders/7'));
});

test('? lists the shortcuts of the page, which the footer switches off', async () => {
  await openSite({ orders: { contributions: { commands: { pick: { title: { en: 'Pick goods' }, shortcut: 'g p', route: 'main' }, pack: { title: { en: 'Pack goods' }, shortcut: 'p', route: 'main', on: ['main'] }, plain: { title: { en: 'Plain' }, route: 'main' } } } } });
  await userEvent.keyboard('?');
  await palette();
  expect(lines()).toEqual({ 'Shortcuts on this page': ['Pack goodsP'], 'Shortcuts on every page': ['Pick goodsThe ordersG then P'] });
  expect(screen.getByText('Show keyboard shortcuts')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await openPalette();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
});
