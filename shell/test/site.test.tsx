import '@testing-library/jest-dom';
import { dismissToast, shownToasts } from '@atrium/page-kit/site';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { PageHeading } from '@atrium/page-kit/ui';
import { prefetchOnIntent } from '../src/open-tab/page-links.ts';
import { newInTab } from '../src/runtime/tab-modules.ts';
import { provideOpenTab } from '../src/site.tsx';
import { manifestOf, moduleFor, moduleOf, renderSite, unavailable } from './render-site.tsx';
import { ada, signInDouble } from './sign-in-double.tsx';

beforeAll(() => {
  window.scrollTo = () => undefined;
});

const orders = manifestOf('orders');
const stock = manifestOf('stock');

function OrdersPage() {
  return (
    <>
      <PageHeading title="Orders" />
      <Link to="/stock">To the stock</Link>
    </>
  );
}

// Toasts outlive the page, so the next test would see them.
afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  delete document.documentElement.dataset['signIn'];
});

test('wraps every page in the AuthProvider of the auth remote', async () => {
  const { module } = signInDouble();
  await renderSite('/', { auth: () => ({ success: true, value: module }) });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.getByTestId('auth-provider')).toContainElement(screen.getByRole('main'));
});

test.each([undefined, null, { name: { first: 'Ada' } }, { name: ' ' }])('shows the address of a user whose stored metadata are %p', async (metadata) => {
  const { module, set } = signInDouble();
  await renderSite('/', { auth: () => ({ success: true, value: module }) });
  const user: typeof ada = { ...ada };
  // A stored session may have a value of any type there.
  Reflect.set(user, 'user_metadata', metadata);
  await waitFor(() => {
    set({ user });
    expect(screen.getByRole('banner')).toHaveTextContent(ada.email ?? '');
  });
  expect(screen.getByRole('button', { name: ada.email ?? '' })).toBeVisible();
});

test('shows visitors the log-in links, and signed-in users the button of their menu', async () => {
  const { module, set } = signInDouble();
  await renderSite('/', { auth: () => ({ success: true, value: module }) });
  const header = await screen.findByRole('banner');
  expect(await screen.findAllByRole('link', { name: 'Log in' })).not.toHaveLength(0);
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/register');

  await waitFor(() => {
    set({ user: ada });
    expect(header).toHaveTextContent('Ada Lovelace');
  });
  expect(screen.queryByRole('link', { name: 'Create account' })).not.toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Ada Lovelace' });
  expect(button).toHaveAttribute('aria-haspopup', 'menu');
  // The menu's code has not loaded yet. The press waits for it.
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  act(() => set({ user: null }));
  expect(await within(screen.getByRole('banner')).findByRole('link', { name: 'Create account' })).toBeVisible();
});

test('shows neither while a stored session is being checked', async () => {
  const { module } = signInDouble({ status: 'starting', loading: true }, true);
  await renderSite('/', { auth: () => ({ success: true, value: module }) });
  await screen.findByText('Loading…');
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Create account' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('builds the menu from the module manifests, for visitors and for signed-in users', async () => {
  const { module } = signInDouble({ user: ada });
  await renderSite('/', {
    auth: () => ({ success: true, value: module }),
    pages: [
      manifestOf('orders', { routes: { main: '/orders/*' } }),
      manifestOf('offers', { navigation: [{ route: 'main', label: { en: 'Offers' }, requires: 'signed-out' }] }),
    ],
  });
  expect(await screen.findByRole('navigation', { name: 'Main' })).toHaveTextContent('HomeMenu orders');
  expect(screen.getByRole('navigation')).not.toHaveTextContent('Offers');
  expect(screen.getAllByRole('link', { name: 'Menu orders' })[0]).toHaveAttribute('href', '/orders');
});

test('shows that the user is logged out, until a user logs in', async () => {
  const { module, set } = signInDouble({ user: ada });
  const loads = await renderSite('/', { auth: () => ({ success: true, value: module }) });
  provideOpenTab(loads);
  const openTab = await act(() => loads.openTab.get());
  openTab.begin(module.auth);
  await act(() => module.auth.getAuth().logout());
  expect(await screen.findByText('You are logged out.')).toBeVisible();
  act(() => set({ user: ada }));
  await waitFor(() => expect(screen.queryByText('You are logged out.')).not.toBeInTheDocument());
  // For a session that ended by itself, the current page shows the reason.
  act(() => set({ user: null, ended: 'revoked' }));
  expect(await within(screen.getByRole('banner')).findByRole('link', { name: 'Create account' })).toBeVisible();
  expect(screen.queryByText('You are logged out.')).not.toBeInTheDocument();
});

test('shows an unconfirmed log-out and a deleted account, once and on any page', async () => {
  const { module, set } = signInDouble({ user: ada });
  const loads = await renderSite('/', { auth: () => ({ success: true, value: module }) });
  provideOpenTab(loads);
  const openTab = await act(() => loads.openTab.get());
  openTab.begin(module.auth);
  act(() => set({ user: null, loading: true }));
  expect(await screen.findByText('You are logged out.')).toBeVisible();
  act(() => set({ loading: false, error: 'An error occurred during logout' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^An error occurred during logout. You are logged out in this browser,/);
  expect(screen.queryByText('You are logged out.')).not.toBeInTheDocument();
  act(() => set({ user: ada, error: null }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  // Another tab reports the deletion late, after the session has ended.
  act(() => set({ user: null, ended: 'revoked' }));
  act(() => set({ ended: 'deleted' }));
  act(() => set({ status: 'ready' }));
  expect(await screen.findAllByText('Your account was deleted, so you are logged out.')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Create a new account' })).toBeVisible();
});

test('leaves it to the page to confirm a deletion in this tab', async () => {
  const { module, set } = signInDouble({ user: ada });
  const loads = await renderSite('/', { auth: () => ({ success: true, value: module }) });
  provideOpenTab(loads);
  const openTab = await act(() => loads.openTab.get());
  openTab.begin(module.auth);
  act(() => set({ loading: true }));
  act(() => set({ user: null, ended: 'deleted' }));
  act(() => set({ loading: false }));
  expect(screen.queryByText(/you are logged out/i)).not.toBeInTheDocument();
});

test('shows a deletion in another tab that makes an action fail here, and no way to register where the project takes no new accounts', async () => {
  document.documentElement.dataset['signIn'] = 'no-sign-up';
  const { module, set } = signInDouble({ user: ada });
  const loads = await renderSite('/', { auth: () => ({ success: true, value: module }) });
  provideOpenTab(loads);
  const openTab = await act(() => loads.openTab.get());
  openTab.begin(module.auth);
  act(() => set({ loading: true }));
  act(() => set({ user: null, ended: 'deleted' }));
  act(() => set({ loading: false, error: 'An error occurred' }));
  expect(await screen.findByText('Your account was deleted, so you are logged out.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create a new account' })).not.toBeInTheDocument();
});

test('shows "Page not found" at an unknown address', async () => {
  const { module } = signInDouble();
  await renderSite('/nowhere', { auth: () => ({ success: true, value: module }) });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('shows the page of a static path instead of one with a parameter as soon as a release with that path arrives', async () => {
  const { module } = signInDouble();
  const page = (title: string) => () => Promise.resolve({ default: () => <PageHeading title={title} /> });
  const first = manifestOf('orders', { routes: { main: '/orders/:id' } });
  const next = manifestOf('orders', { routes: { main: '/orders/:id', totals: '/orders/totals' } });
  const loads = await renderSite('/orders/totals', {
    auth: () => ({ success: true, value: module }),
    pages: [first],
    loadPageModule: (_name, release) =>
      Promise.resolve({ success: true, value: { manifest: { ...next, title: { en: '' }, navigation: [] }, routes: { main: page(`An order of ${release}`), totals: page('Totals') } } }),
  });
  expect(await screen.findByRole('heading', { name: 'An order of abcdefgh23456789' })).toBeVisible();
  act(() => loads.modules.replace([newInTab(moduleFor(next, '23456789abcdefgh'))], true));
  expect(await screen.findByRole('heading', { name: 'Totals' })).toBeVisible();
});

test('sets the title, moves the focus to the heading and announces the page after a navigation', async () => {
  const { module } = signInDouble();
  await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders, stock],
    loadPageModule: (name) =>
      Promise.resolve({
        success: true,
        value: name === 'orders' ? moduleOf(orders, OrdersPage) : moduleOf(stock, () => <PageHeading title="Stock" />),
      }),
  });
  expect(await screen.findByRole('heading', { name: 'Orders' })).not.toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'To the stock' }));
  expect(await screen.findByRole('heading', { name: 'Stock' })).toHaveFocus();
  expect(document.title).toBe('Stock · Atrium');
  expect(screen.getByText('Stock', { selector: '[aria-live]' })).toBeInTheDocument();
});

test('contains a page in an element that the style sheets of its module do not reach', async () => {
  const { module } = signInDouble();
  await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders],
    loadPageModule: () => Promise.resolve({ success: true, value: moduleOf(orders, OrdersPage) }),
  });
  const reached = (await screen.findByRole('heading', { name: 'Orders' })).closest('[data-atrium-module="orders"]');
  // `@scope ([data-atrium-module="orders"]) { :scope { contain: none } }` would undo the containment.
  expect(reached).not.toHaveClass('shell-module');
  expect(reached?.parentElement).toHaveClass('shell-module');
});

test('leaves a page immediately, so that the user does not type into a form that is about to vanish', async () => {
  const { module } = signInDouble();
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders, stock],
    async loadPageModule(name) {
      if (name === 'orders') return { success: true, value: moduleOf(orders, OrdersPage) };
      await arrived;
      return { success: true, value: moduleOf(stock, () => <PageHeading title="Stock" />) };
    },
  });
  fireEvent.click(await screen.findByRole('link', { name: 'To the stock' }));
  expect(screen.queryByRole('heading', { name: 'Orders' })).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  arrive();
  expect(await screen.findByRole('heading', { name: 'Stock' })).toHaveFocus();
});

test('preloads a page when the user points at its link', async () => {
  const { module } = signInDouble();
  const requested: string[] = [];
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders, stock],
    loadPageModule: (name) => {
      requested.push(name);
      return Promise.resolve({ success: true, value: moduleOf(orders, OrdersPage) });
    },
  });
  prefetchOnIntent(document, loads);
  const link = await screen.findByRole('link', { name: 'To the stock' });
  expect(requested).toEqual(['orders']);
  await userEvent.hover(link);
  expect(requested).toEqual(['orders', 'stock']);
});

test('works without the auth remote, shows a notice, and recovers with it', async () => {
  const { module } = signInDouble();
  let broken = true;
  await renderSite('/', { auth: () => (broken ? unavailable('auth') : { success: true, value: module }) });
  expect(await screen.findByText('Sign-in is unavailable right now.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByTestId('auth-provider')).toBeInTheDocument();
  expect(screen.queryByText('Sign-in is unavailable right now.')).not.toBeInTheDocument();
  // The button that had the focus is gone.
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('starts a module whose page is the first one of the tab', async () => {
  const { module } = signInDouble();
  const start = jest.fn();
  const manifest = manifestOf('first');
  const loads = await renderSite('/first', {
    auth: () => ({ success: true, value: module }),
    pages: [manifest],
    loadPageModule: () => Promise.resolve({ success: true, value: moduleOf(manifest, () => <PageHeading title="First" />, start) }),
  });
  expect(await screen.findByRole('heading', { name: 'First' })).toBeVisible();
  provideOpenTab(loads);
  const openTab = await act(() => loads.openTab.get());
  openTab.begin(module.auth);
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
});
