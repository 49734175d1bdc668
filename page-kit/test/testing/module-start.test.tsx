import { screen } from '@testing-library/react';
import { renderPage } from '../../src/testing/testing.ts';
import { orders } from './orders-module.tsx';

it('is part of the visit, and may change the screen', async () => {
  const warned = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const start = () => {
    history.replaceState(null, '', '/orders/7');
    dispatchEvent(new PopStateEvent('popstate'));
  };
  await renderPage({ ...orders, start }, { at: '/elsewhere' });
  expect(await screen.findByRole('heading', { name: 'Order 7' })).toBeVisible();
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

it.each([
  ['the window', () => window],
  ['an element', () => document.body],
])('listens at %s until the tab is left', async (_, target) => {
  const received: string[] = [];
  const left = new AbortController();
  await renderPage({
    ...orders,
    start({ signal }) {
      target().addEventListener('ring', () => received.push('this tab'), { signal });
      target().addEventListener('ring', () => received.push('another tab'), { signal: left.signal });
      target().addEventListener('ring', () => received.push('a tab that was gone'), { signal: AbortSignal.abort() });
    },
  }, { at: '/orders' });
  target().dispatchEvent(new Event('ring'));
  left.abort();
  target().dispatchEvent(new Event('ring'));
  expect(received).toEqual(['this tab', 'another tab', 'this tab']);
});
