import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import type { AuthState } from '@atrium/page-kit/contract/auth';
import type { CommandContext, PageModule } from '@atrium/page-kit/contract/page-module';
import { dismissToast, NotFound, shownToasts } from '@atrium/page-kit/site';
import { PageHeading } from '@atrium/page-kit/ui';
import { CONTRIBUTIONS_PATH, type ContributionListing, type Contributions } from '@atrium/releases/wire';
import type { ListedManifest } from '../../src/runtime/site-source.ts';
import { provideOpenTab } from '../../src/site.tsx';
import { manifestOf, moduleFor, moduleOf, renderSite, unavailable } from '../render-site.tsx';
import { ada, signInDouble } from '../sign-in-double.tsx';

const RELEASE = 'aaaabbbbccccdddd';
const { fetch: fetchBefore } = globalThis;

/** Contributions of a module, with their code. */
interface Contributing {
  readonly manifest?: Partial<ListedManifest>;
  readonly contributions?: Contributions;
  readonly code?: Pick<PageModule, 'commands' | 'search'>;
  /** Its page. */
  readonly page?: ReactElement;
}

const SIGNED_IN: Partial<AuthState> = { user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal1' } };

/** Opens the first module's page on a site whose modules have these contributions, and waits for the open tab. */
async function openSite(modules: Readonly<Record<string, Contributing>>, { auth = SIGNED_IN, at = '/orders' }: { readonly auth?: Partial<AuthState>; readonly at?: string } = {}) {
  const listing: ContributionListing = {
    schema: 1,
    modules: Object.entries(modules).map(([name, { contributions = {} }]) => ({ name, release: RELEASE, contributions })),
  };
  const requested: string[] = [];
  globalThis.fetch = (input) => {
    if (input === CONTRIBUTIONS_PATH) requested.push(input);
    return input === CONTRIBUTIONS_PATH ? Promise.resolve(Response.json(listing)) : Promise.reject(new TypeError('Failed to fetch'));
  };
  const manifests = Object.entries(modules).map(([name, { manifest }]) => manifestOf(name, manifest));
  const signIn = signInDouble(auth);
  const loads = await renderSite(at, {
    auth: () => ({ success: true, value: signIn.module }),
    modules: manifests.map((manifest) => moduleFor(manifest, RELEASE)),
    releases: { shell: 's', auth: null },
    loadPageModule: (name) => {
      const manifest = manifests.find((one) => one.name === name);
      if (!manifest) return Promise.resolve(unavailable(name));
      const page = moduleOf(manifest, () => modules[name]?.page ?? <PageHeading title={`Page of ${name}`} />);
      const routes = Object.fromEntries(Object.keys(manifest.routes).map((route) => [route, page.routes['main'] ?? (() => Promise.reject(new Error('unreachable')))]));
      return Promise.resolve({ success: true, value: { ...page, routes, ...modules[name]?.code } });
    },
  });
  provideOpenTab(loads);
  const openTab = await act(() => loads.openTab.get());
  await act(() => openTab.contributions.load());
  return { loads, openTab, signIn, requested };
}

/** Waits for the palette. jsdom loads no style sheets, so the test says that they have loaded. */
async function palette(): Promise<HTMLElement> {
  return waitFor(() => {
    for (const link of document.querySelectorAll('link[rel=stylesheet]')) link.dispatchEvent(new Event('load'));
    return screen.getByRole('dialog', { name: 'Search and commands' });
  });
}

async function openPalette(): Promise<HTMLElement> {
  await userEvent.keyboard('{Control>}k{/Control}');
  return palette();
}

/** The lines of the palette by section. */
function lines(): Record<string, string[]> {
  const sections = screen.getAllByRole('group').map((group): [string, string[]] => [
    document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
    within(group).queryAllByRole('option').map(({ textContent }) => textContent),
  ]);
  return Object.fromEntries(sections);
}

beforeEach(() => {
  window.scrollTo = () => undefined;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  jest.restoreAllMocks();
  globalThis.fetch = fetchBefore;
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
    menu: { title: { en: 'Menu orders' }, route: 'main' },
    approve: { title: { en: 'Approve' }, route: 'safe', permission: 'orders.approve' },
    strong: { title: { en: 'Pay' }, route: 'safe', assurance: 'aal2' },
  };
  const { signIn } = await openSite({ orders: { manifest: { routes }, contributions: { commands } }, stock: {} });
  await openPalette();
  expect(lines()).toEqual({ Commands: ['Print listThe orders'], Pages: ['Menu orders', 'Menu stock'] });
  await userEvent.click(screen.getByRole('option', { name: 'Menu stock' }));
  expect(await screen.findByRole('heading', { name: 'Page of stock' })).toHaveFocus();
  await openPalette();
  expect(lines()).toEqual({ Recent: ['Page of ordersThe orders'], Pages: ['Menu orders', 'Menu stock'] });
  act(() => signIn.set({ permissions: ['orders.approve'], assurance: { currentLevel: 'aal2', nextLevel: 'aal2' } }));
  expect(lines()['Commands']).toEqual(['ApproveThe orders', 'PayThe orders']);
});

test('forgets the recent pages when another user signs in', async () => {
  const { signIn } = await openSite({ orders: {}, stock: {} });
  await openPalette();
  await userEvent.click(screen.getByRole('option', { name: 'Menu stock' }));
  await screen.findByRole('heading', { name: 'Page of stock' });
  act(() => signIn.set({ user: { ...ada, id: '5f0c6ae9-38f4-4a94-9a3f-6c7f2f0c1d12' } }));
  await openPalette();
  expect(lines()['Recent']).toBeUndefined();
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
  expect(positions).toEqual(['Menu orders', 'Menu stock', 'Menu sales', 'Menu orders', 'Menu sales', 'Menu orders', 'Menu sales']);
  await userEvent.keyboard('s');
  expect(lines()).toEqual({ Pages: ['Menu stock', 'Menu sales'] });
  expect(screen.getByText('2 results')).toHaveAttribute('role', 'status');
  await userEvent.keyboard('toc{Enter}');
  expect(await screen.findByRole('heading', { name: 'Page of stock' })).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
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

test('shows search results under the heading of their provider, and which provider did not answer', async () => {
  await openSite({
    orders: {
      manifest: { routes: { main: '/orders', order: '/orders/:id' } },
      contributions: { search: { orders: { title: { en: 'Orders' } }, invoices: { title: { en: 'Invoices' } }, secrets: { title: { en: 'Secrets' }, requires: 'signed-out' } } },
      code: {
        search: {
          orders: () => Promise.resolve({ default: (query) => Promise.resolve([{ key: '7', title: `Order of ${query}`, detail: 'yesterday', to: { page: 'orders.order', params: { id: '7' } } }]) }),
          invoices: () => Promise.resolve({ default: () => Promise.reject(new Error('boom')) }),
        },
      },
    },
  });
  await openPalette();
  await userEvent.keyboard('zoe');
  expect(await screen.findByRole('option', { name: /Order of zoe/ })).toBeVisible();
  expect(lines()).toEqual({ Orders: ['Order of zoeyesterdayThe orders'] });
  expect(await screen.findByText('Invoices did not answer.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/orders/7'));
});

test('? lists the shortcuts of the page, which the footer switches off', async () => {
  await openSite({ orders: { contributions: { commands: { pick: { title: { en: 'Pick goods' }, shortcut: 'g p', route: 'main' }, plain: { title: { en: 'Plain' }, route: 'main' } } } } });
  await userEvent.keyboard('?');
  await palette();
  expect(lines()).toEqual({ 'Keyboard shortcuts': ['Pick goodsThe ordersGP'] });
  expect(screen.getByText('Show keyboard shortcuts')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await openPalette();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
});

test.each([SIGNED_IN, {}])('an unknown address suggests the pages and commands closest to it, and offers the palette (%#)', async (auth) => {
  const manifest = { routes: { main: '/orders', open: '/orders/open' } };
  await openSite({ orders: { manifest, contributions: { commands: { open: { title: { en: 'Open orders' }, route: 'open' } } } } }, { auth, at: '/ordes/open' });
  await waitFor(() => {
    for (const link of document.querySelectorAll('link[rel=stylesheet]')) link.dispatchEvent(new Event('load'));
    expect(screen.getByRole('navigation', { name: 'Did you mean' })).toBeVisible();
  });
  const suggestions = within(screen.getByRole('navigation', { name: 'Did you mean' })).getAllByRole('link');
  expect(suggestions.map((link) => link.getAttribute('href'))).toEqual(['/orders/open']);
  await userEvent.click(screen.getByRole('button', { name: 'Search the site' }));
  await palette();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('link', { name: /Open orders/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Page of orders' })).toBeVisible();
});

test('a module shows the site’s page for an address that leads to nothing, with the search, and with its own way out instead of suggestions', async () => {
  const manifest = { routes: { main: '/orders/:order' } };
  const page = <NotFound action={<a href="/orders">All orders</a>} title="Order not found" />;
  // Its command leads to a page above the address, which would be suggested.
  const contributions = { commands: { all: { title: { en: 'All lists' }, route: 'main' } } };
  await openSite({ orders: { manifest, page }, lists: { manifest: { routes: { main: '/orders' } }, contributions } }, { at: '/orders/nothing' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeVisible();
  expect(screen.getByText(/There is nothing at this address/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'All orders' })).toBeVisible();
  await waitFor(() => {
    for (const link of document.querySelectorAll('link[rel=stylesheet]')) link.dispatchEvent(new Event('load'));
    expect(screen.getByRole('button', { name: 'Search the site' })).toBeVisible();
  });
  expect(screen.queryByRole('navigation', { name: 'Did you mean' })).toBeNull();
});
