import { render } from '@testing-library/react';
import { Slot } from '../../src/site/site.ts';
import { readSlotSpace, storeSlotSpace, type SlotSpace } from '../../src/site/slot-space.tsx';

afterEach(() => localStorage.clear());

const space = (slot: string, height = 80): SlotSpace => ({ slot, layout: 'stack', boxes: [{ height }] });

function stored(): string {
  return localStorage.getItem('atrium-slot-space') ?? '';
}

test('a slot keeps the space of the last visit while the site loads', () => {
  storeSlotSpace({ slot: 'orders.cards', layout: 'row', boxes: [{ height: 32, width: 160 }, { height: 48 }] });
  const { container } = render(<Slot name="orders.cards" />);
  expect([...(container.firstElementChild?.children ?? [])].map((box) => box.getAttribute('style'))).toEqual([
    'block-size: 2rem; inline-size: 10rem; max-inline-size: 100%;',
    'block-size: 3rem;',
  ]);
});

test('cards with a width keep a column of their own', () => {
  storeSlotSpace({ slot: 'orders.cards', layout: 'cards', boxes: [{ height: 32, width: 336 }, { height: 48 }, { height: 64 }] });
  const { container } = render(<Slot name="orders.cards" />);
  const columns = [...(container.firstElementChild?.children ?? [])];
  expect(columns.map((column) => [...column.children].map((box) => box.getAttribute('style')))).toEqual([['block-size: 2rem;'], ['block-size: 3rem;', 'block-size: 4rem;']]);
});

test('cards that all have a width share one column', () => {
  storeSlotSpace({ slot: 'orders.cards', layout: 'cards', boxes: [{ height: 32, width: 336 }, { height: 48, width: 336 }] });
  const { container } = render(<Slot name="orders.cards" />);
  expect([...(container.firstElementChild?.children ?? [])].map(({ children }) => children.length)).toEqual([2]);
});

test('a slot that had no extensions shows its children, and one without a visit nothing', () => {
  storeSlotSpace({ slot: 'orders.cards', layout: 'stack', boxes: [] });
  const { container } = render(<><Slot name="orders.cards">No cards</Slot><Slot name="orders.actions">No actions</Slot></>);
  expect(container.textContent).toBe('No cards');
});

test.each([
  ['a syntax error', '{'],
  ['another type', '{"orders.cards":80}'],
  ['a negative height', JSON.stringify([space('orders.cards', -1)])],
  ['a height beyond what an extension can declare', JSON.stringify([space('orders.cards', 1e9)])],
  ['too many extensions', JSON.stringify([{ ...space('orders.cards'), boxes: Array.from({ length: 101 }, () => ({ height: 80 })) }])],
  ['too many slots', JSON.stringify(Array.from({ length: 51 }, () => space('orders.cards')))],
])('a stored text with %s reserves nothing, and is replaced', (_what, text) => {
  localStorage.setItem('atrium-slot-space', text);
  expect(readSlotSpace('orders.cards')).toBeUndefined();
  storeSlotSpace(space('orders.cards'));
  expect(readSlotSpace('orders.cards')).toEqual(space('orders.cards'));
});

test('stores the 50 slots that changed last', () => {
  for (let number = 0; number < 60; number += 1) storeSlotSpace(space(`orders.slot${number}`));
  expect(readSlotSpace('orders.slot9')).toBeUndefined();
  expect(readSlotSpace('orders.slot10')).toEqual(space('orders.slot10'));
  expect(stored().length).toBeLessThan(5_000);
});

test('a browser that refuses to store reserves nothing', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => storeSlotSpace(space('orders.cards'))).not.toThrow();
  jest.restoreAllMocks();
});
