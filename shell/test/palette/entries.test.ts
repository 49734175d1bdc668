import { startSections } from '../../src/palette/entries.ts';
import { TabModules } from '../../src/runtime/tab-modules.ts';
import { manifestOf, moduleFor } from '../render-site.tsx';

test('recent pages have the icon of the menu entry that leads there, or else of the first one of their module', () => {
  const shop = {
    ...manifestOf('shop'),
    routes: { orders: '/orders', order: '/orders/:id', customers: '/customers' },
    navigation: [
      { route: 'orders', label: { en: 'Orders' }, icon: 'receipt' },
      { route: 'customers', label: { en: 'Customers' }, icon: 'users' },
    ],
  };
  const [recent] = startSections({
    modules: new TabModules([moduleFor(shop)], true),
    visitor: null,
    pathname: '/elsewhere',
    recent: ['/customers', '/orders/7', '/'].map((path) => ({ path, title: path })),
    commands: [],
    own: [],
  });
  expect(recent?.entries.map(({ title, icon }) => [title, icon])).toEqual([['/customers', 'users'], ['/orders/7', 'receipt'], ['/', 'house']]);
});
