import '@testing-library/jest-dom';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { use, useState } from 'react';
import { boxes, Counter, LIVE, PREVIOUS, renderHome, SlotTests, textOf, throwing } from './render-slot.tsx';

const here = new SlotTests();

const NEVER = new Promise<never>(() => undefined);

function Suspending() {
  return use(NEVER);
}

test('replaces an extension that throws with a card, reports it, and retries on request', async () => {
  let broken = true;
  const { reports, loads } = await renderHome({ orders: { [LIVE]: { components: { bad: () => (broken ? throwing() : <p>Works</p>), good: Counter } } } });
  expect(await screen.findByText('Count 0')).toBeVisible();
  const card = (await screen.findByText('The bad did not load')).parentElement ?? document.body;
  expect(card).toHaveTextContent(/tell Team orders: orders, release aaaabbbbccccdddd, trace \w+/);
  expect(card.closest('.shell-extension')).toHaveStyle({ 'min-block-size': '10rem' });
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining('The extension bad of orders is not available: It ran into an error. (release aaaabbbbccccdddd, owner Team orders, trace '), expect.anything());
  await userEvent.click(screen.getByRole('button', { name: 'Count' }));
  expect(screen.getByText('Count 1')).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  expect(reports).toContain('failed orders aaaabbbbccccdddd');
  broken = false;
  await userEvent.click(within(card).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Works')).toBeVisible();
  expect(screen.getByText('Works').closest('.shell-extension')).toHaveFocus();
  expect(loads.modules.named('orders')?.failure).toBeNull();
});

test('replaces an extension whose file exports no component with a card', async () => {
  await renderHome({ orders: { [LIVE]: { components: { bad: {} as never, good: Counter } } } });
  expect(await screen.findByText('The bad did not load')).toBeVisible();
  expect(await screen.findByText('Count 0')).toBeVisible();
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining('The extension bad of orders is not available: '), expect.anything());
});

test.each([
  ['does not load', 'never' as const],
  ['suspends forever', Suspending],
])('gives up on an extension that %s after eight seconds', async (_what, component) => {
  jest.useFakeTimers({ advanceTimers: true });
  await renderHome({ orders: { [LIVE]: { components: { slow: component, good: Counter } } } });
  expect(await screen.findByText('Count 0')).toBeVisible();
  expect(boxes()[1]?.querySelector('[aria-busy]')).toBeInTheDocument();
  act(() => void jest.advanceTimersByTime(8_000));
  expect(await screen.findByText('The slow did not load')).toBeVisible();
  expect(screen.getByText('Count 0')).toBeVisible();
});

test('gives up on an extension that suspends again, forever', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  function Later({ count }: { readonly count: number }) {
    return count > 0 ? use(NEVER) : <p>At first</p>;
  }
  await renderHome({ orders: { [LIVE]: { components: { later: Later } } } });
  expect(await screen.findByText('At first')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Count' }));
  act(() => void jest.advanceTimersByTime(8_000));
  expect(await screen.findByText('The later did not load')).toBeVisible();
});

test.each([
  ['more than 5,000 elements', () => Array.from({ length: 5_001 }, (_, number) => <i key={number} />), 'It rendered more than 5000 elements.'],
  ['10 MB of text', () => <p>{'x'.repeat(10_000_000)}</p>, 'It rendered more than 1000000 characters.'],
])('removes an extension that renders %s', async (_what, component, reason) => {
  await renderHome({ orders: { [LIVE]: { components: { huge: component } } } });
  expect(await screen.findByText(/^If this keeps happening, tell Team orders/)).toBeVisible();
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining(` is not available: ${reason}`), expect.anything());
  expect(document.body.textContent.length).toBeLessThan(2_000);
});

test('removes an extension that grows beyond the limit later', async () => {
  function Growing() {
    const [length, setLength] = useState(1);
    return <button onClick={() => setLength(2_000_000)} title="Grow" type="button">{'x'.repeat(length)}</button>;
  }
  await renderHome({ orders: { [LIVE]: { components: { growing: Growing } } } });
  fireEvent.click(await screen.findByTitle('Grow'));
  expect(await screen.findByText(/^If this keeps happening, tell Team orders/)).toBeVisible();
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining(' is not available: It rendered more than 1000000 characters.'), expect.anything());
});

test('scrolls an extension that is higher than its space, and names it once', async () => {
  here.display.contentHeight = 500;
  await renderHome({ orders: { [LIVE]: { components: { tall: Counter } } } });
  expect(await screen.findByRole('group', { name: 'The tall' })).toHaveAttribute('tabindex', '0');
  expect(jest.mocked(console.warn).mock.calls).toEqual([['The extension orders.tall is higher than its maximum of 160 pixels, so it scrolls (module orders, owner Team orders, release aaaabbbbccccdddd).']]);
});

test('does not warn of a card that is higher than the space', async () => {
  here.display.contentHeight = 500;
  await renderHome({ orders: { [LIVE]: { components: { low: throwing } } } });
  expect(await screen.findByRole('group', { name: 'The low' })).toHaveTextContent('The low did not load');
  expect(console.warn).not.toHaveBeenCalled();
});

test('shows the extension of the previous release when that of the live one fails', async () => {
  const { loads, reports } = await renderHome({
    orders: { [LIVE]: { components: { card: throwing } }, [PREVIOUS]: { components: { card: textOf('As before') } } },
  });
  expect(await screen.findByText('As before')).toBeVisible();
  expect(loads.modules.named('orders')?.failure?.extension).toBe('card');
  window.dispatchEvent(new Event('pagehide'));
  expect(reports).toContain('failed orders aaaabbbbccccdddd');
  expect(reports).toContain('shown orders bbbbccccddddeeee');
});

test('keeps the card when the previous release has no such extension, and shows the live one when a retry works', async () => {
  let broken = true;
  const { loads } = await renderHome({ orders: { [LIVE]: { components: { card: () => (broken ? throwing() : <p>Fixed</p>) } }, [PREVIOUS]: {} } });
  await screen.findByText('The card did not load');
  expect(loads.modules.named('orders')?.failure).not.toBeNull();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Fixed')).toBeVisible();
  expect(loads.modules.named('orders')?.failure).toBeNull();
});

test('does not fall back after an error of an extension that had worked', async () => {
  function Fragile({ count }: { readonly count: number }) {
    if (count > 0) throw new Error('boom');
    return <button type="button">Use me</button>;
  }
  const { loads } = await renderHome({ orders: { [LIVE]: { components: { card: Fragile } }, [PREVIOUS]: { components: { card: textOf('As before') } } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Use me' }));
  await userEvent.click(screen.getByRole('button', { name: 'Count' }));
  expect(await screen.findByText('The card did not load')).toBeVisible();
  expect(loads.modules.named('orders')?.failure).toBeNull();
});
