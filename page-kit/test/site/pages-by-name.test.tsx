import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { PageLink, pagePath, prefetchPage, useGoToPage } from '../../src/site/site.ts';
import { SiteDouble } from './site-double.ts';

declare module '@atrium/page-kit/contract/site' {
  interface SitePages {
    'orders.list': object;
    'orders.order': { readonly id: string };
    'files.folder': { readonly '*'?: string };
  }
}

const PAGES = { 'orders.list': '/orders', 'orders.order': '/orders/:id', 'files.folder': '/files/*' };

function Place() {
  const { pathname, search, hash } = useLocation();
  return <p>at {pathname + search + hash}</p>;
}

function GoToOrder() {
  const go = useGoToPage();
  return <button onClick={() => void (go({ page: 'orders.order', params: { id: '7' } }) || alert('no such page'))}>Go</button>;
}

test('the path of a page contains its encoded parameters, search and hash', () => {
  new SiteDouble(PAGES);
  expect(pagePath({ page: 'orders.list' })).toBe('/orders');
  expect(pagePath({ page: 'orders.order', params: { id: 'a/b ?' }, search: { tab: 'x&y' }, hash: 'line 2' })).toBe('/orders/a%2Fb%20%3F?tab=x%26y#line%202');
  expect(pagePath({ page: 'files.folder' })).toBe('/files');
  expect(pagePath({ page: 'files.folder', params: { '*': 'a b/c' } })).toBe('/files/a%20b/c');
});

test('the type checker rejects undeclared pages, and missing or unknown parameters', () => {
  new SiteDouble(PAGES);
  // @ts-expect-error no such page
  expect(pagePath({ page: 'orders.none' })).toBeNull();
  // @ts-expect-error the path has a parameter
  expect(() => pagePath({ page: 'orders.order' })).toThrow('The path /orders/:id needs the parameter "id".');
  // @ts-expect-error the path has no such parameter
  expect(() => pagePath({ page: 'orders.order', params: { number: '7' } })).toThrow('"id"');
});

test('the type checker rejects a link with the parameters of another page', () => {
  new SiteDouble(PAGES);
  // @ts-expect-error the page has the parameter "id"
  expect(() => render(<MemoryRouter><PageLink to={{ page: 'orders.order', params: { '*': 'x' } }}>x</PageLink></MemoryRouter>)).toThrow('"id"');
});

test('a link by name follows a module that is added, moved and removed', () => {
  const site = new SiteDouble({});
  render(
    <MemoryRouter>
      <PageLink to={{ page: 'orders.order', params: { id: '7' } }}>Order 7</PageLink>
      <PageLink fallback="(no orders here)" to={{ page: 'orders.list' }}>All orders</PageLink>
    </MemoryRouter>,
  );
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText(/Order 7/)).toBeVisible();
  expect(screen.getByText(/no orders here/)).toBeVisible();
  site.move('orders.order', '/orders/:id');
  expect(screen.getByRole('link', { name: 'Order 7' })).toHaveAttribute('href', '/orders/7');
  site.move('orders.order', '/shop/orders/:id');
  expect(screen.getByRole('link', { name: 'Order 7' })).toHaveAttribute('href', '/shop/orders/7');
  site.move('orders.order', null);
  expect(screen.queryByRole('link', { name: 'Order 7' })).toBeNull();
});

test('navigates to a page by name, and returns false for an unknown page', async () => {
  const site = new SiteDouble(PAGES);
  const alerted = jest.spyOn(window, 'alert').mockReturnValue();
  render(<MemoryRouter><GoToOrder /><Place /></MemoryRouter>);
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(screen.getByText('at /orders/7')).toBeVisible();
  expect(alerted).not.toHaveBeenCalled();
  site.move('orders.order', null);
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(alerted).toHaveBeenCalledWith('no such page');
});

test('prefetches a page on request, and for an idle link when the tab is idle', () => {
  const idle: IdleRequestCallback[] = [];
  const taken: number[] = [];
  Object.assign(window, {
    requestIdleCallback: (callback: IdleRequestCallback) => idle.push(callback),
    cancelIdleCallback: (handle: number) => taken.push(handle),
  });
  const site = new SiteDouble(PAGES);
  prefetchPage({ page: 'orders.order', params: { id: '7' }, search: { tab: 'x' } });
  expect(site.prefetched).toEqual(['/orders/7']);
  const { unmount } = render(
    <MemoryRouter>
      <PageLink prefetch="idle" to={{ page: 'orders.list' }}>All orders</PageLink>
      <PageLink to={{ page: 'files.folder' }}>Files</PageLink>
    </MemoryRouter>,
  );
  expect(site.prefetched).toHaveLength(1);
  expect(idle).toHaveLength(1);
  idle[0]?.({ didTimeout: false, timeRemaining: () => 50 });
  expect(site.prefetched).toEqual(['/orders/7', '/orders']);
  unmount();
  expect(taken).toEqual([1]);
});
