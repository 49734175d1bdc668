import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ada } from '../sign-in-double.tsx';
import { lines, openPalette, openSite, prepareSite } from './open-site.tsx';

prepareSite();

/** Opens the page of another module, and so leaves the first one as a recent page. */
async function openStock() {
  const site = await openSite({ orders: {}, stock: {} });
  await openPalette();
  await userEvent.click(screen.getByRole('option', { name: 'Menu stock' }));
  await screen.findByRole('heading', { name: 'Page of stock' });
  return site;
}

async function recentPages(): Promise<readonly string[] | undefined> {
  await openPalette();
  return lines()['Recent'];
}

test('recent pages are those of the user, also in a new tab', async () => {
  await openStock();
  cleanup();
  await openSite({ orders: {}, stock: {} });
  expect(await recentPages()).toEqual(['Page of stockThe stock']);
});

test('recent pages are forgotten when another user signs in', async () => {
  const { signIn } = await openStock();
  act(() => signIn.set({ user: { ...ada, id: '5f0c6ae9-38f4-4a94-9a3f-6c7f2f0c1d12' } }));
  expect(JSON.stringify(localStorage)).not.toContain('Page of stock');
  expect(await recentPages()).toBeUndefined();
});

test('recent pages are those of the tab if the browser cannot store them', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('It is full.', 'QuotaExceededError');
  });
  await openStock();
  expect(await recentPages()).toEqual(['Page of ordersThe orders']);
});

test('recent pages leave the browser when the user logs out', async () => {
  const { signIn } = await openStock();
  expect(JSON.stringify(localStorage)).toContain('Page of stock');
  act(() => signIn.set({ user: null }));
  expect(JSON.stringify(localStorage)).not.toContain('Page of stock');
});

test('recent pages are empty if what the browser stores is malformed', async () => {
  localStorage.setItem('atrium-recent-pages', JSON.stringify({ user: ada.id, pages: [{ path: 7 }] }));
  await openSite({ orders: {}, stock: {} });
  expect(await recentPages()).toBeUndefined();
});
