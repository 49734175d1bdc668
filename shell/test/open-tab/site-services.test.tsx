import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PageLink, showToast } from '@atrium/page-kit/site';
import { PageHeading } from '@atrium/page-kit/ui';
import { provideOpenTab } from '../../src/site.tsx';
import { RealtimeDouble } from '../realtime-double.ts';
import { manifestOf, moduleOf, renderSite } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';

const orders = manifestOf('orders');
const stock = manifestOf('stock');

async function openOrders(parts: Partial<Parameters<typeof renderSite>[1]> = {}) {
  window.scrollTo = () => undefined;
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: signInDouble().module }),
    pages: [orders, stock],
    ...parts,
    loadPageModule: (name) => Promise.resolve({ success: true, value: name === 'orders' ? moduleOf(orders, OrdersPage) : moduleOf(stock, StockPage) }),
  });
  provideOpenTab(loads);
  await act(async () => {
    await loads.openTab.get();
  });
  return loads;
}

function OrdersPage() {
  return (
    <>
      <PageHeading title="Orders" />
      <PageLink to={{ page: 'stock.main' }}>To the stock</PageLink>
      <PageLink to={{ page: 'stock.main', hash: 'paper & ink' }}>To the paper</PageLink>
    </>
  );
}

function StockPage() {
  return (
    <>
      <PageHeading title="Stock" />
      <section id="paper & ink">Paper</section>
    </>
  );
}

test('a page links to another module by name while the module is part of the site', async () => {
  const loads = await openOrders();
  const link = await screen.findByRole('link', { name: 'To the stock' });
  expect(link).toHaveAttribute('href', '/stock');
  act(() => loads.modules.replace(loads.modules.list.map((module) => (module.manifest.name === 'stock' ? { ...module, retired: true } : module)), true));
  expect(screen.queryByRole('link', { name: 'To the stock' })).toBeNull();
  act(() => loads.modules.replace(loads.modules.list.map((module) => ({ ...module, retired: false })), true));
  await userEvent.click(screen.getByRole('link', { name: 'To the stock' }));
  expect(await screen.findByRole('heading', { name: 'Stock' })).toBeVisible();
});

test('a link to a part of a page scrolls to it, after the heading has taken the focus', async () => {
  const steps: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    steps.push(`${this.id} ${document.activeElement?.tagName ?? ''}`);
  };
  await openOrders();
  await userEvent.click(await screen.findByRole('link', { name: 'To the paper' }));
  expect(await screen.findByText('Paper')).toBeVisible();
  await waitFor(() => expect(steps.at(-1)).toBe('paper & ink H1'));
});

describe('a toast', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const user = () => userEvent.setup({ advanceTimers: (milliseconds) => jest.advanceTimersByTime(milliseconds) });

  test('is announced, stays across pages, and disappears by itself unless it is hovered', async () => {
    await openOrders();
    act(() => void showToast({ text: 'Saved.' }));
    const toast = screen.getByText('Saved.');
    expect(toast).toHaveAttribute('role', 'status');
    expect(toast.closest('[aria-live="polite"]')).not.toBeNull();
    await user().click(screen.getByRole('link', { name: 'To the stock' }));
    expect(await screen.findByRole('heading', { name: 'Stock' })).toBeVisible();
    const pointing = user();
    await pointing.hover(toast);
    act(() => void jest.advanceTimersByTime(60_000));
    expect(toast).toBeVisible();
    await pointing.unhover(toast);
    act(() => void jest.advanceTimersByTime(8_000));
    expect(toast).not.toBeInTheDocument();
  });

  test('with an action stays until the action or the dismissal, and restores the focus', async () => {
    await openOrders();
    const undone = jest.fn();
    const pressing = user();
    for (const press of ['Undo', 'Dismiss']) {
      act(() => void showToast({ text: 'Order deleted.', tone: 'error', action: { label: 'Undo', run: undone } }));
      act(() => void jest.advanceTimersByTime(60_000));
      const toast = screen.getByRole('alert');
      await pressing.click(within(toast.parentElement ?? toast).getByRole('button', { name: press }));
      expect(toast).not.toBeInTheDocument();
      expect(screen.getByRole('main')).toHaveFocus();
    }
    expect(undone).toHaveBeenCalledTimes(1);
  });
});

test('a tab joins the channel for release changes, and asks soon after one what is live', async () => {
  const tag = document.head.appendChild(document.createElement('meta'));
  [tag.name, tag.content] = ['atrium-release-news', 'atrium:releases'];
  const { fetch } = globalThis;
  const asked: unknown[] = [];
  globalThis.fetch = (address) => {
    asked.push(address);
    return Promise.reject(new TypeError('offline'));
  };
  jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });
  try {
    const realtime = new RealtimeDouble();
    const { module } = signInDouble();
    const value = { ...module, auth: { ...module.auth, getSupabase: () => Promise.resolve(realtime.client) } };
    await openOrders({ auth: () => ({ success: true, value }), releases: { shell: 'shellaaaaaaaaaaa', auth: null } });
    await act(() => jest.advanceTimersByTimeAsync(9_000));
    expect(asked).not.toContain('/__atrium/registry');
    realtime.broadcast('atrium:releases', 'moved', { revision: 8 });
    await act(() => jest.advanceTimersByTimeAsync(9_000));
    expect(asked).toContain('/__atrium/registry');
  } finally {
    jest.useRealTimers();
    globalThis.fetch = fetch;
    tag.remove();
  }
});
