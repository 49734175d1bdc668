import '@testing-library/jest-dom';
import { Slot } from '@atrium/page-kit/site';
import { readSlotSpace } from '@atrium/page-kit/slot-space';
import { useUnsavedChanges } from '@atrium/page-kit/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ada, signInDouble } from '../sign-in-double.tsx';
import { boxes, Counter, LIVE, renderHome, SlotTests, textOf, throwing } from './render-slot.tsx';

const here = new SlotTests();

test('shows an extension with the props of the slot, in its module and its space', async () => {
  await renderHome({ orders: { [LIVE]: { components: { count: Counter } } } });
  await userEvent.click(screen.getByRole('button', { name: 'Count' }));
  const shown = await screen.findByText('Count 1');
  expect(shown.closest('[data-atrium-module]')).toHaveAttribute('data-atrium-module', 'orders');
  expect(shown.closest('.shell-extension')).toHaveStyle({ 'min-block-size': '10rem', 'max-block-size': '10rem' });
  expect(screen.queryByText('No cards')).not.toBeInTheDocument();
});

test('shows the children of a slot without extensions, and of one that does not exist', async () => {
  await renderHome({ orders: { [LIVE]: {} } });
  expect(await screen.findByText('No cards')).toBeVisible();
  expect(screen.getByText('Nothing else')).toBeVisible();
});

test.each([
  ['of its extensions', { cards: {} }, '10rem'],
  ['of its children', {}, 'No cards'],
])('keeps the space %s that it had at the last visit, until the extensions are known', async (_what, extensions, expected) => {
  const components = Object.fromEntries(Object.keys(extensions).map((key) => [key, Counter]));
  const visit = await renderHome({ orders: { [LIVE]: { components } } });
  await waitFor(() => expect(visit.requests).toContain('/__atrium/contributions'));
  await waitFor(() => expect(readSlotSpace('home.cards')).toEqual({ slot: 'home.cards', layout: 'stack', boxes: Object.keys(extensions).map(() => ({ height: 160 })) }));
  cleanup();
  await renderHome({ orders: { [LIVE]: { components } } }, { listing: () => 'waits' });
  const slot = screen.getByRole('button', { name: 'Count' }).nextElementSibling;
  expect(`${slot?.textContent}${slot?.firstElementChild?.getAttribute('style') ?? ''}`).toContain(expected);
});

test('shows the children while the extensions cannot be requested, and the extensions once they can', async () => {
  const modules = { orders: { [LIVE]: { components: { count: Counter } } } };
  await renderHome(modules);
  await screen.findByText('Count 0');
  cleanup();
  let listing: 'responds' | 'fails' = 'fails';
  await renderHome(modules, { listing: () => listing });
  expect(await screen.findByText('No cards')).toBeVisible();
  listing = 'responds';
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('Count 0')).toBeVisible();
});

test('loads an extension when its box nears the screen', async () => {
  here.display.isNear = false;
  const { requests } = await renderHome({ orders: { [LIVE]: { components: { count: Counter } } } });
  await waitFor(() => expect(boxes()).toHaveLength(1));
  expect(requests.filter((address) => address === '/__atrium/contributions')).toHaveLength(1);
  expect(screen.queryByText('Count 0')).not.toBeInTheDocument();
  here.display.scroll();
  expect(await screen.findByText('Count 0')).toBeVisible();
});

test('loads an extension when the user points at its box', async () => {
  here.display.isNear = false;
  await renderHome({ orders: { [LIVE]: { components: { count: Counter } } } });
  await waitFor(() => expect(boxes()).toHaveLength(1));
  fireEvent.pointerEnter(boxes()[0] ?? document.body);
  expect(await screen.findByText('Count 0')).toBeVisible();
});

test.each([
  ['is on screen', Counter, 0],
  ['has failed', throwing, 0],
  ['has not loaded within two seconds', 'never', 2_000],
] as const)('loads the other extensions once the first one %s', async (_when, first, wait) => {
  jest.useFakeTimers();
  await renderHome({ orders: { [LIVE]: { components: { a: first, b: textOf('card b'), c: textOf('card c') } } } });
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(boxes()).toHaveLength(3);
  if (wait > 0) {
    await act(() => jest.advanceTimersByTimeAsync(wait - 1));
    expect(screen.queryByText('card b')).not.toBeInTheDocument();
  }
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByText('card b')).toBeVisible();
  expect(screen.getByText('card c')).toBeVisible();
});

test.each([
  ['1.0', ['1.0']],
  ['1.3', ['1.0', '1.3']],
  ['2.0', ['2.0']],
])('a slot of version %s shows the extensions that fit', async (version, expected) => {
  const versions = ['1.0', '1.3', '1.4', '2.0'];
  const components = Object.fromEntries(versions.map((written) => [`v${written.replace('.', '-')}`, textOf(`written for ${written}`)]));
  const extensions = Object.fromEntries(versions.map((written) => [`v${written.replace('.', '-')}`, { slotVersion: written }]));
  await renderHome({ orders: { [LIVE]: { components, extensions } } }, { slot: { version } });
  await screen.findByText(`written for ${expected[0]}`);
  expect(screen.getAllByText(/written for/).map(({ textContent }) => textContent)).toEqual(expected.map((written) => `written for ${written}`));
});

test('follows the user: who sees an extension depends on the sign-in', async () => {
  const { set } = await renderHome({
    orders: { [LIVE]: { components: { all: textOf('For all'), users: textOf('For users') }, extensions: { users: { requires: 'signed-in' } } } },
  });
  expect(await screen.findByText('For all')).toBeVisible();
  expect(screen.queryByText('For users')).not.toBeInTheDocument();
  act(() => set({ user: ada }));
  expect(await screen.findByText('For users')).toBeVisible();
});

test('orders extensions by order, module and key, with `after` behind its target', async () => {
  const named = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, textOf(`card ${name}`)]));
  await renderHome({
    orders: { [LIVE]: { components: named('b', 'a', 'first'), extensions: { first: { order: 1 } } } },
    account: { [LIVE]: { components: named('late', 'follower'), extensions: { late: { order: 900 }, follower: { after: 'orders.a' } } } },
  });
  await screen.findByText('card b');
  expect(screen.getAllByText(/^card/).map(({ textContent }) => textContent)).toEqual(['card first', 'card a', 'card follower', 'card b', 'card late']);
});

test('ignores a circle of `after`, and warns once', async () => {
  await renderHome({
    orders: {
      [LIVE]: {
        components: { a: textOf('card a'), b: textOf('card b'), c: textOf('card c') },
        extensions: { a: { after: 'orders.b' }, b: { after: 'orders.a' }, c: { after: 'orders.a' } },
      },
    },
  });
  await screen.findByText('card c');
  expect(screen.getAllByText(/^card/).map(({ textContent }) => textContent)).toEqual(['card a', 'card c', 'card b']);
  await userEvent.click(screen.getByRole('button', { name: 'Count' }));
  expect(jest.mocked(console.warn).mock.calls).toEqual([['In the slot home.cards, "after" has no effect for orders.a, orders.b, because they form a cycle.']]);
});

test('shows at most 100 extensions, and warns once', async () => {
  here.display.isNear = false;
  const components = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`card${number}`, Counter]));
  await renderHome({ orders: { [LIVE]: { components } } });
  await waitFor(() => expect(boxes()).toHaveLength(100));
  await userEvent.click(screen.getByRole('button', { name: 'Count' }));
  expect(jest.mocked(console.warn).mock.calls).toEqual([['The slot home.cards has 1000 extensions. It shows the first 100.']]);
});

test('keeps a slot of another module empty, and warns the team', async () => {
  await renderHome({ orders: { [LIVE]: { components: { count: Counter }, main: () => <Slot name="home.cards" count={5} /> } } });
  await screen.findByText('Count 0');
  window.history.pushState(null, '', '/orders');
  fireEvent.popState(window);
  await waitFor(() => expect(console.warn).toHaveBeenCalledWith('The page module orders renders the slot home.cards, which stays empty: only home can render it.'));
  expect(screen.queryByText('Count 5')).not.toBeInTheDocument();
});

describe('a new release of a module whose extension is on screen', () => {
  const NEXT = 'ccccddddeeeeffff';

  test('waits, and is offered', async () => {
    const { publish } = await renderHome({ orders: { [LIVE]: { components: { card: textOf('Now') } }, [NEXT]: { components: { card: textOf('Next') } } } });
    expect(await screen.findByText('Now')).toBeVisible();
    await publish('orders', NEXT);
    expect(screen.getByText('Now')).toBeVisible();
    expect(screen.getByText('A new version of The orders is ready.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use it now' }));
    expect(await screen.findByText('Next')).toBeVisible();
    expect(screen.queryByText('Now')).not.toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('is not applied while the extension has unsaved text, even if the module is retired', async () => {
    function Form() {
      const [text, setText] = useState('');
      useUnsavedChanges(text !== '');
      return <input aria-label="Wish" onChange={(event) => setText(event.target.value)} value={text} />;
    }
    const { publish } = await renderHome({ orders: { [LIVE]: { components: { card: Form } }, [NEXT]: { components: { card: textOf('Next') } } } });
    await userEvent.type(await screen.findByLabelText('Wish'), 'Ink');
    await publish('orders', NEXT);
    expect(screen.getByText('A new version of The orders is ready. It comes once your changes are saved.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use it now' })).not.toBeInTheDocument();
    await publish('orders', null);
    expect(screen.getByLabelText('Wish')).toHaveValue('Ink');
    await userEvent.clear(screen.getByLabelText('Wish'));
    expect(await screen.findByText('No cards')).toBeVisible();
  });

  test('replaces a failed extension immediately', async () => {
    const { publish } = await renderHome({ orders: { [LIVE]: { components: { card: throwing } }, [NEXT]: { components: { card: textOf('Fixed') } } } });
    expect(await screen.findByText('The card did not load')).toBeVisible();
    await publish('orders', NEXT);
    expect(await screen.findByText('Fixed')).toBeVisible();
  });
});

test('shows sections below the menu to signed-in users, and applies new releases of their modules immediately', async () => {
  const NEXT = 'ccccddddeeeeffff';
  const extensions = { card: { slot: 'site.sidebar' } };
  const modules = { orders: { [LIVE]: { extensions, components: { card: textOf('Now') } }, [NEXT]: { extensions, components: { card: textOf('Next') } } } };
  const { publish, set } = await renderHome(modules, { auth: { user: ada } });
  expect((await screen.findByText('Now')).closest('header')).toBeVisible();
  await publish('orders', NEXT);
  expect(await screen.findByText('Next')).toBeVisible();
  expect(screen.queryByText(/A new version/)).not.toBeInTheDocument();
  act(() => set({ user: null }));
  expect(screen.queryByText('Next')).not.toBeInTheDocument();
});

test('runs the start of a module when its extension appears', async () => {
  const started: string[] = [];
  const { openTab } = await renderHome({ orders: { [LIVE]: { components: { card: textOf('A card') }, start: () => void started.push('orders') } } });
  openTab.begin(signInDouble().module.auth);
  expect(await screen.findByText('A card')).toBeVisible();
  await waitFor(() => expect(started).toEqual(['orders']));
});
