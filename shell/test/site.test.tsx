import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { PageHeading } from '@atrium/page-kit/ui';
import { ada, signInDouble } from './sign-in-double.tsx';
import { prefetchOnIntent } from '../src/open-tab/prefetch-on-intent.ts';
import type { LoadOutcome } from '../src/site/site-source.ts';
import { provideOpenTab } from '../src/site/provide-open-tab.ts';
import { factsOf, moduleFor, moduleOf, renderSite, unavailable } from './render-site.tsx';

beforeAll(() => {
  window.scrollTo = () => undefined;
});

const orders = factsOf('orders');
const stock = factsOf('stock');

function OrdersPage() {
  return (
    <>
      <PageHeading title="Orders" />
      <Link to="/stock">To the stock</Link>
    </>
  );
}

test('wraps every page in the AuthProvider of the auth remote', async () => {
  const { module } = signInDouble();
  await renderSite('/', { auth: () => ({ success: true, value: module }) });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.getByTestId('auth-provider')).toContainElement(screen.getByRole('main'));
});

test('shows visitors the ways in, and signed-in people their name and the way out', async () => {
  const { module, set, logouts } = signInDouble();
  await renderSite('/', { auth: () => ({ success: true, value: module }) });
  const header = await screen.findByRole('banner');
  expect(await screen.findAllByRole('link', { name: 'Log in' })).not.toHaveLength(0);
  expect(screen.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/register');

  await waitFor(() => {
    set({ user: ada });
    expect(header).toHaveTextContent('Ada Lovelace');
  });
  expect(screen.queryByRole('link', { name: 'Create account' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  expect(logouts()).toBe(1);
  expect(await screen.findByRole('link', { name: 'Create account' })).toBeVisible();
});

test('shows neither while a stored session is still being read', async () => {
  const { module } = signInDouble({ status: 'starting', loading: true }, true);
  await renderSite('/', { auth: () => ({ success: true, value: module }) });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('link', { name: 'Create account' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument();
});

test('draws the menu from the facts, for whom it is meant', async () => {
  const { module } = signInDouble({ user: ada });
  await renderSite('/', {
    auth: () => ({ success: true, value: module }),
    pages: [
      factsOf('orders', { routes: { main: '/orders/*' } }),
      factsOf('offers', { navigation: [{ route: 'main', label: { en: 'Offers' }, requires: 'signed-out' }] }),
    ],
  });
  expect(await screen.findByRole('navigation', { name: 'Main' })).toHaveTextContent('Menu orders');
  expect(screen.getByRole('navigation')).not.toHaveTextContent('Offers');
  expect(screen.getAllByRole('link', { name: 'Menu orders' })[0]).toHaveAttribute('href', '/orders');
});

test('says "Page not found" at an address that belongs to nobody', async () => {
  const { module } = signInDouble();
  await renderSite('/nowhere', { auth: () => ({ success: true, value: module }) });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
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

test('leaves a page at once: nobody can go on typing into a form that is about to vanish', async () => {
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

test('begins to load a page when its link is pointed at', async () => {
  const { module } = signInDouble();
  const asked: string[] = [];
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders, stock],
    loadPageModule: (name) => {
      asked.push(name);
      return Promise.resolve({ success: true, value: moduleOf(orders, OrdersPage) });
    },
  });
  prefetchOnIntent(document, loads);
  const link = await screen.findByRole('link', { name: 'To the stock' });
  expect(asked).toEqual(['orders']);
  await userEvent.hover(link);
  expect(asked).toEqual(['orders', 'stock']);
});

test('changes nothing when a page cannot be loaded ahead, and takes the previous release when it is visited', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  const both = factsOf('orders', { routes: { main: '/orders', lost: '/orders/lost' } });
  function FormPage() {
    return (
      <>
        <input aria-label="Wish" />
        <Link to="/orders/lost">To what is lost</Link>
      </>
    );
  }
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    modules: [moduleFor(both, 'live', 'previous')],
    loadPageModule: (_name, release) => {
      const { routes, ...rest } = moduleOf(both, FormPage);
      const lost = () => (release === 'live' ? Promise.reject(new Error('offline')) : Promise.resolve({ default: () => <PageHeading title="Found before" /> }));
      return Promise.resolve({ success: true, value: { ...rest, routes: { ...routes, lost } } });
    },
  });
  prefetchOnIntent(document, loads);
  await userEvent.type(await screen.findByLabelText('Wish'), 'Something');
  await userEvent.hover(screen.getByRole('link', { name: 'To what is lost' }));
  await act(() => loads.page('orders', 'live', 'lost').promise);
  expect(screen.getByLabelText('Wish')).toHaveValue('Something');
  expect(loads.modules.list.map(({ instead }) => instead)).toEqual([null]);
  await userEvent.click(screen.getByRole('link', { name: 'To what is lost' }));
  expect(await screen.findByRole('heading', { name: 'Found before' })).toBeVisible();
});

test('shows a card in the place of a module that did not load, and tries again on request', async () => {
  const { module } = signInDouble();
  let broken = true;
  await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders],
    loadPageModule: (name) =>
      Promise.resolve(broken ? unavailable(name) : { success: true, value: moduleOf(orders, OrdersPage) }),
  });
  expect(await screen.findByRole('heading', { name: 'The orders is not available right now' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('abcdefgh23456789');
  expect(screen.getByRole('banner')).toHaveTextContent('Atrium');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeVisible();
});

/** A page that throws as long as the test wants, when it is drawn first or when its button is pressed. */
function fragilePage(title: string, broken: () => boolean) {
  return function Fragile() {
    const [, redraw] = useState(0);
    if (broken()) throw new Error('boom');
    return (
      <>
        <PageHeading title={title} />
        <button onClick={() => redraw((count) => count + 1)} type="button">Redraw</button>
      </>
    );
  };
}

test('keeps an error of a page that worked before from the rest of the site, and its release', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  let broken = false;
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    modules: [moduleFor({ ...orders, owner: 'Team Orders' }, 'live', 'previous')],
    loadPageModule: (_name, release) =>
      Promise.resolve({ success: true, value: moduleOf(orders, fragilePage(`Orders ${release}`, () => broken)) }),
  });
  expect(await screen.findByRole('heading', { name: 'Orders live' })).toBeVisible();
  // Watches which pages work.
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
  broken = true;
  await userEvent.click(screen.getByRole('button', { name: 'Redraw' }));
  expect(await screen.findByText('The page ran into an error. The rest of the site is working.')).toBeVisible();
  expect(screen.getByRole('banner')).toBeVisible();
  const trace = /trace (\w+)/.exec(screen.getByRole('alert').textContent)?.[1];
  expect(screen.getByRole('alert')).toHaveTextContent('tell Team Orders: orders, release live');
  expect(log).toHaveBeenCalledWith(expect.stringContaining(`trace ${trace}`), expect.anything());
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Show the page again' }));
  expect(await screen.findByRole('heading', { name: 'Orders live' })).toBeVisible();
  expect(loads.modules.list[0]?.instead).toBeNull();
});

test('shows a card for a page that fails at once, and the page when it does not any more', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  let broken = true;
  await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders],
    loadPageModule: () => Promise.resolve({ success: true, value: moduleOf(orders, fragilePage('Orders', () => broken)) }),
  });
  expect(await screen.findByRole('heading', { name: 'The orders is not available right now' })).toBeVisible();
  expect(screen.getByRole('banner')).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeVisible();
});

test.each([
  ['cannot be loaded', (release: string): LoadOutcome<PageModule> => (release === 'live' ? unavailable('orders', 'live') : { success: true, value: moduleOf(orders, () => <PageHeading title="Orders before" />) })],
  ['fails at once', (release: string): LoadOutcome<PageModule> => ({ success: true, value: moduleOf(orders, fragilePage('Orders before', () => release === 'live')) })],
])('shows the previous release of a page that %s', async (_fault, load) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    modules: [moduleFor(orders, 'live', 'previous')],
    loadPageModule: (_name, release) => Promise.resolve(load(release)),
  });
  expect(await screen.findByRole('heading', { name: 'Orders before' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('shows the card of the live release when the previous one does not work either, and tries both again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  let healed: string | null = null;
  await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    modules: [moduleFor(orders, 'live', 'previous')],
    loadPageModule: (_name, release) =>
      Promise.resolve(healed === release ? { success: true, value: moduleOf(orders, () => <PageHeading title={`Orders ${release}`} />) } : unavailable('orders', release)),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('release live');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  healed = 'live';
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Orders live' })).toBeVisible();
});

test('works without the auth remote, says so, and comes back with it', async () => {
  const { module } = signInDouble();
  let broken = true;
  await renderSite('/', { auth: () => (broken ? unavailable('auth') : { success: true, value: module }) });
  expect(await screen.findByText('Sign-in is unavailable right now.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByTestId('auth-provider')).toBeInTheDocument();
  expect(screen.queryByText('Sign-in is unavailable right now.')).not.toBeInTheDocument();
});
