import '@testing-library/jest-dom';
import { PageHeading } from '@atrium/page-kit/ui';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { TopBar } from '../../src/frame/top-bar.tsx';
import { SiteLoads } from '../../src/runtime/site-loads.ts';
import { manifestOf, moduleFor, unavailable } from '../render-site.tsx';

const entry = (route: string, label: string) => ({ route, label: { en: label } });
const orders = manifestOf('orders', { routes: { list: '/orders/*', returns: '/orders/returns' }, navigation: [entry('list', 'Orders'), entry('returns', 'Returns')] });

/** Where the bar says that the page is, with the addresses of its links. */
function pathAt(address: string, title: string): (string | null)[] {
  const loads = new SiteLoads({
    modules: [moduleFor(orders)],
    complete: true,
    releases: null,
    loadAuth: () => Promise.resolve(unavailable('auth')),
    loadPageModule: (name) => Promise.resolve(unavailable(name)),
  });
  render(
    <MemoryRouter initialEntries={[address]}>
      <TopBar loads={loads} />
      <PageHeading title={title} />
    </MemoryRouter>,
  );
  const path = screen.getByRole('navigation', { name: 'Breadcrumb' });
  return [path.textContent, ...within(path).queryAllByRole('link').map((link) => link.getAttribute('href'))];
}

test.each([
  ['the home page', '/', ['Home']],
  ['a page of the menu', '/orders', ['Orders']],
  ['a page below one of the menu', '/orders/7', ['OrdersThe title', '/orders']],
  ['a page below two of the menu', '/orders/returns/7', ['ReturnsThe title', '/orders/returns']],
  ['a page that only starts like one of the menu', '/ordersheet', ['The title']],
])('names %s', (_, address, path) => {
  expect(pathAt(address, 'The title')).toEqual(path);
});
