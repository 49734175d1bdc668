import '@testing-library/jest-dom';
import { PageHeading, holdUnsavedChanges } from '@atrium/page-kit/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { reloadInPlace } from '../../src/frame/reload-in-place.ts';
import { provideOpenTab } from '../../src/site.tsx';
import { listedPage } from '../release-set-double.ts';
import { manifestOf, moduleOf, renderSite } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';

jest.mock('../../src/frame/reload-in-place.ts', () => ({ reloadInPlace: jest.fn(), restoreScrollPosition: jest.fn() }));
jest.mock('../../src/open-tab/page-links.ts', () => ({ connectPages: jest.fn(), prefetchOnIntent: jest.fn() }));

const orders = manifestOf('orders');
const LISTING = {
  schema: 3, revision: 7, shell: '3333444455556666', auth: null,
  pages: [listedPage('orders'), listedPage('stock')].map((page) => ({ ...page, files: null })),
};

const { fetch: fetchBefore } = globalThis;

beforeEach(() => {
  window.scrollTo = () => undefined;
  jest.mocked(reloadInPlace).mockClear();
  respondWith(Promise.resolve(LISTING));
});

afterEach(() => {
  globalThis.fetch = fetchBefore;
});

/** Sets the server's listing of the live releases. */
function respondWith(body: Promise<unknown>): void {
  globalThis.fetch = async () => Response.json(await body);
}

/** Opens a site whose document does not name every module, and whose live shell has changed since. */
async function openChangedSite(address: string): Promise<void> {
  const { module } = signInDouble();
  const loads = await renderSite(address, {
    auth: () => ({ success: true, value: module }),
    pages: [orders],
    complete: false,
    loadPageModule: () => Promise.resolve({ success: true, value: moduleOf(orders, () => <PageHeading title="Orders" />) }),
  });
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
}

async function goTo(address: string): Promise<void> {
  await act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await Promise.resolve();
  });
}

test('checks each unknown address, and reloads the tab for one that the live site has', async () => {
  await openChangedSite('/nowhere');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(reloadInPlace).not.toHaveBeenCalled();
  await goTo('/stock');
  // StrictMode runs effects twice.
  await waitFor(() => expect(reloadInPlace).toHaveBeenCalled());
});

test('lets the user decide about the reload while something is unsaved', async () => {
  const letGo = holdUnsavedChanges();
  await openChangedSite('/stock');
  expect(await screen.findByRole('heading', { name: '/stock did not load' })).toBeVisible();
  expect(reloadInPlace).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reloadInPlace).toHaveBeenCalledTimes(1));
  // A user who stays sees the card again.
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  act(letGo);
});

test('does not reload after the user has navigated away', async () => {
  let say: (listing: unknown) => void = () => undefined;
  respondWith(new Promise((resolve) => (say = resolve)));
  await openChangedSite('/stock');
  await goTo('/orders');
  await screen.findByRole('heading', { name: 'Orders' });
  await act(async () => {
    say(LISTING);
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(reloadInPlace).not.toHaveBeenCalled();
});

test('does not reload in a loop when only a newer shell can read the listing', async () => {
  respondWith(Promise.resolve({ schema: 4 }));
  await openChangedSite('/stock');
  expect(await screen.findByRole('heading', { name: '/stock did not load' })).toBeVisible();
  expect(reloadInPlace).not.toHaveBeenCalled();
});
