import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { NotFound } from '@atrium/page-kit/site';
import { openSite, palette, prepareSite, SIGNED_IN } from './open-site.tsx';

prepareSite();

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

test('loads the search again if it could not be loaded at an earlier address', async () => {
  const { openTab } = await openSite({ orders: { page: <Link to="/nothing">Nothing</Link> } });
  jest.spyOn(openTab, 'loadPageFinder').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  for (const isLoaded of [false, true]) {
    await userEvent.click(await screen.findByRole('link', { name: 'Nothing' }));
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    await waitFor(() => {
      for (const link of document.querySelectorAll('link[rel=stylesheet]')) link.dispatchEvent(new Event('load'));
      expect(screen.queryByRole('button', { name: 'Search the site' }) !== null).toBe(isLoaded);
    });
    if (!isLoaded) await userEvent.click(screen.getByRole('link', { name: 'Menu orders' }));
  }
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
