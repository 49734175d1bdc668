import { screen } from '@testing-library/react';
import { backend, MalformedResultsError, renderPage, searchModule } from '../../src/testing/testing.ts';
import { orders } from './orders-module.tsx';

beforeEach(() => {
  backend.table('orders_orders').define({ signedInOnly: true });
  backend.table('orders_orders').insert({ id: '1', title: 'Pencils' }, { id: '2', title: 'Ink' });
});

it('runs a command that opens a route, and one that opens a page by its name', async () => {
  const page = await renderPage(orders, { at: '/orders/9' });
  await page.commands.run('list');
  await page.waitForPath('/orders');
  await page.commands.run('first');
  expect(await screen.findByRole('heading', { name: 'Order 1' })).toHaveFocus();
});

it('runs a command with the sign-in and the path of the page', async () => {
  const page = await renderPage(orders, { at: '/orders/9', auth: { person: { email: 'bea@example.com' } } });
  await page.commands.run('bill');
  expect(page.toasts).toEqual([{ text: 'No bill on /orders/9 for bea@example.com' }]);
});

it('rejects if a command fails or does not exist', async () => {
  const page = await renderPage(orders, { at: '/orders/9' });
  await expect(page.commands.run('fail')).rejects.toThrow('a mistake in the command');
  await expect(page.commands.run('nothing')).rejects.toThrow('has no command "nothing"');
});

it('searches for a user', async () => {
  expect(await searchModule(orders, 'orders', ' ink ')).toEqual([{ key: '2', title: 'Ink', to: { page: 'orders.order', params: { id: '2' } } }]);
  await expect(searchModule(orders, 'orders', 'ink', { auth: 'signed-out' })).rejects.toThrow();
});

it('refuses what the command palette would refuse', async () => {
  await expect(searchModule(orders, 'broken', 'ink')).rejects.toThrow(MalformedResultsError);
  await expect(searchModule(orders, 'lost', 'orders.order')).rejects.toThrow(MalformedResultsError);
  await expect(searchModule(orders, 'lost', 'orders.ordr')).rejects.toThrow('has no route "ordr"');
  await expect(searchModule(orders, 'nothing', 'ink')).rejects.toThrow('has no search provider "nothing"');
  await expect(searchModule(orders, 'orders', ' ')).rejects.toThrow('empty query');
});
