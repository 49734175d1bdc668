import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { PageHeading } from '@atrium/page-kit/ui';
import { prefetchOnIntent } from '../../src/open-tab/page-links.ts';
import type { LoadOutcome } from '../../src/runtime/site-source.ts';
import { provideOpenTab } from '../../src/site.tsx';
import { manifestOf, moduleFor, moduleOf, renderSite, unavailable } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';

beforeAll(() => {
  window.scrollTo = () => undefined;
});

const orders = manifestOf('orders');

function OrdersPage() {
  return <PageHeading title="Orders" />;
}

test('changes nothing when a preload fails, and falls back to the previous release when the page is visited', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  const both = manifestOf('orders', { routes: { main: '/orders', lost: '/orders/lost' } });
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
  expect(loads.modules.list.map(({ failure }) => failure)).toEqual([null]);
  await userEvent.click(screen.getByRole('link', { name: 'To what is lost' }));
  expect(await screen.findByRole('heading', { name: 'Found before' })).toBeVisible();
});

test('shows a card instead of a module that did not load, and retries on request', async () => {
  const { module } = signInDouble();
  let broken = true;
  const user = userEvent.setup();
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders],
    loadPageModule: (name) =>
      Promise.resolve(broken ? unavailable(name) : { success: true, value: moduleOf(orders, OrdersPage) }),
  });
  expect(await screen.findByRole('heading', { name: 'The orders did not load' })).toBeVisible();
  // It brings the end of the card.
  provideOpenTab(loads);
  await user.click(await screen.findByRole('button', { name: 'Copy details' }));
  expect(await navigator.clipboard.readText()).toMatch(/^Module: orders\nTeam: .+\nRelease: abcdefgh23456789\nTrace: \w+$/);
  expect(screen.getByRole('banner')).toHaveTextContent('Atrium');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeVisible();
});

/** A page that throws while `broken` is true, at its first render or when its button is pressed. */
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

test('contains an error of a page that worked before, and keeps its release', async () => {
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
  // The open tab records which pages work.
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
  broken = true;
  await userEvent.click(screen.getByRole('button', { name: 'Redraw' }));
  expect(await screen.findByText('The page ran into an error. The rest of the site is working.')).toBeVisible();
  expect(screen.getByRole('banner')).toBeVisible();
  const facts = within(screen.getByRole('main')).getAllByRole('definition').map(({ textContent }) => textContent);
  const trace = facts[3];
  expect(facts).toEqual(['orders', 'Team Orders', 'live', expect.stringMatching(/^\w+$/)]);
  expect(log).toHaveBeenCalledWith(expect.stringContaining(`trace ${trace}`), expect.anything());
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Show the page again' }));
  expect(await screen.findByRole('heading', { name: 'Orders live' })).toBeVisible();
  expect(loads.modules.list[0]?.failure).toBeNull();
});

test('shows a card for a page that fails at its first render, and the page once it works', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  let broken = true;
  await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    pages: [orders],
    loadPageModule: () => Promise.resolve({ success: true, value: moduleOf(orders, fragilePage('Orders', () => broken)) }),
  });
  expect(await screen.findByRole('heading', { name: 'The orders did not load' })).toBeVisible();
  expect(screen.getByRole('banner')).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeVisible();
});

/** Navigates as "back" does. */
async function goTo(path: string): Promise<void> {
  await act(async () => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    await Promise.resolve();
  });
}

test.each([
  ['at its first render', 'did not load', false],
  ['after it had worked', 'The page ran into an error', true],
])('the card of a page that fails %s ends when the user opens another page of the same route', async (_when, text, works) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  let broken = !works;
  function Order() {
    const { id } = useParams();
    const [, redraw] = useState(0);
    if (id === 'a' && broken) throw new Error('boom');
    return <button onClick={() => redraw((count) => count + 1)} type="button">Order {id}</button>;
  }
  const manifest = manifestOf('orders', { routes: { main: '/orders/:id' }, navigation: [] });
  const loads = await renderSite('/orders/a', {
    auth: () => ({ success: true, value: module }),
    pages: [manifest],
    loadPageModule: () => Promise.resolve({ success: true, value: moduleOf(manifest, Order) }),
  });
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
  if (works) {
    broken = true;
    await userEvent.click(await screen.findByRole('button', { name: 'Order a' }));
  }
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent(text);
  await goTo('/orders/b');
  expect(await screen.findByRole('button', { name: 'Order b' })).toBeVisible();
  await goTo('/orders/a');
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('a page that works after a retry keeps its state on the way to another page of the same route', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  let broken = true;
  function Order() {
    const { id } = useParams();
    if (broken) throw new Error('boom');
    return <input aria-label={`Note of ${id}`} />;
  }
  const manifest = manifestOf('orders', { routes: { main: '/orders/:id' }, navigation: [] });
  await renderSite('/orders/a', {
    auth: () => ({ success: true, value: module }),
    pages: [manifest],
    loadPageModule: () => Promise.resolve({ success: true, value: moduleOf(manifest, Order) }),
  });
  await screen.findByRole('alert');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.type(await screen.findByLabelText('Note of a'), 'half');
  await goTo('/orders/b');
  expect(screen.getByLabelText('Note of b')).toHaveValue('half');
});

test('loads a page that has failed again only for a visit, not for each link to it', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  const loadPageModule = jest.fn((name: string) => Promise.resolve(unavailable(name)));
  const loads = await renderSite('/', { auth: () => ({ success: true, value: module }), pages: [orders], loadPageModule });
  prefetchOnIntent(document, loads);
  const link = document.body.appendChild(document.createElement('a'));
  link.href = '/orders';
  await userEvent.hover(link);
  await act(() => loads.page('orders', 'abcdefgh23456789', 'main').promise);
  const requests = loadPageModule.mock.calls.length;
  await userEvent.unhover(link);
  await userEvent.hover(link);
  expect(loadPageModule).toHaveBeenCalledTimes(requests);
  link.remove();
});

test('does not fall back to a page of the previous release that has another path by now', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  const loads = await renderSite('/', {
    auth: () => ({ success: true, value: module }),
    modules: [moduleFor(orders, 'before')],
    loadPageModule: () => Promise.resolve({ success: true, value: moduleOf(orders, OrdersPage) }),
  });
  expect((await loads.page('orders', 'before', 'main').promise).success).toBe(true);
  const routes = { main: '/orders/:id' };
  act(() => loads.modules.replace(loads.modules.list.map((entry) => ({ ...entry, release: 'live', previous: 'before', manifest: { ...entry.manifest, routes } })), true));
  expect((await loads.page('orders', 'before', 'main').promise).success).toBe(false);
});

test.each([
  ['cannot be loaded', (release: string): LoadOutcome<PageModule> => (release === 'live' ? unavailable('orders', 'live') : { success: true, value: moduleOf(orders, () => <PageHeading title="Orders before" />) })],
  ['fails at its first render', (release: string): LoadOutcome<PageModule> => ({ success: true, value: moduleOf(orders, fragilePage('Orders before', () => release === 'live')) })],
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

test.each(['live', 'previous'])("shows the live release's card when the previous one fails too, and the %s release once a retry works", async (healing) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { module } = signInDouble();
  const loads: string[] = [];
  let healed: string | null = null;
  const site = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    modules: [moduleFor(orders, 'live', 'previous')],
    loadPageModule(_name, release) {
      loads.push(release);
      return Promise.resolve(healed === release ? { success: true, value: moduleOf(orders, () => <PageHeading title={`Orders ${release}`} />) } : unavailable('orders', release));
    },
  });
  // It brings the end of the card.
  provideOpenTab(site);
  expect((await within(screen.getByRole('main')).findAllByRole('definition'))[2]).toHaveTextContent(/^live$/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  // Each try loads the live release and then the previous one. The card of the first try stays until the second one ends.
  await waitFor(() => expect(loads).toEqual(['live', 'previous', 'live', 'previous']));
  expect((await within(screen.getByRole('main')).findAllByRole('definition'))[2]).toHaveTextContent(/^live$/);
  healed = healing;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: `Orders ${healing}` })).toBeVisible();
});
