import { DEFAULT_CHOICE, inOrder, moveCard, readChoice, setHidden, withinLimit } from '../../src/home/home-choice.ts';

const CARDS = ['boards.recent', 'account.protect', 'orders.open'].map((id) => ({ id, isNarrow: false }));
const idsOf = (cards: readonly { readonly id: string }[]) => cards.map(({ id }) => id);

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'boards.recent'],
  ['a list', ['boards.recent']],
  ['an object without the lists', { order: 5 }],
  ['lists of other things', { order: [{}], hidden: [null] }],
  ['more names than a choice can have', { order: [], hidden: Array.from({ length: 101 }, (_, number) => `m.e${number}`) }],
  ['a name that no card can have', { order: ['x'.repeat(101)], hidden: ['x'.repeat(1_000_000)] }],
])('%s as the stored choice hides and moves no card', (_what, stored) => {
  expect(readChoice(stored)).toEqual(DEFAULT_CHOICE);
});

test('a malformed order does not affect what is hidden', () => {
  expect(readChoice({ order: 'x', hidden: ['orders.open'], more: 1 })).toEqual({ order: [], hidden: ['orders.open'] });
});

test('chosen cards come first, in the chosen order, and all others keep theirs', () => {
  expect(idsOf(inOrder(CARDS, DEFAULT_CHOICE))).toEqual(idsOf(CARDS));
  expect(idsOf(inOrder(CARDS, { order: ['gone.card', 'orders.open'], hidden: [] }))).toEqual(['orders.open', 'boards.recent', 'account.protect']);
});

test('moves a card past its neighbour, and remembers cards that the site does not have now', () => {
  const moved = moveCard({ order: ['gone.card'], hidden: [] }, CARDS, 'account.protect', -1);
  expect(moved).toEqual({ order: ['account.protect', 'boards.recent', 'orders.open', 'gone.card'], hidden: [] });
  expect(idsOf(inOrder(CARDS, moveCard(moved, CARDS, 'account.protect', 1)))).toEqual(idsOf(CARDS));
});

test.each([['the first card up', 'boards.recent', -1], ['the last card down', 'orders.open', 1], ['an unknown card', 'gone.card', 1]] as const)('does not move %s', (_what, id, step) => {
  expect(moveCard(DEFAULT_CHOICE, CARDS, id, step)).toBe(DEFAULT_CHOICE);
});

test('hides a card once, and shows it again', () => {
  const hidden = setHidden(setHidden(DEFAULT_CHOICE, 'orders.open', true), 'orders.open', true);
  expect(hidden).toEqual({ order: [], hidden: ['orders.open'] });
  expect(setHidden(hidden, 'orders.open', false)).toEqual(DEFAULT_CHOICE);
});

test('drops the order before hidden cards when a choice is too long to store', () => {
  const names = (prefix: string) => Array.from({ length: 60 }, (_, number) => `${prefix}-module-with-a-name.card-${number}`);
  const { order, hidden } = withinLimit({ order: names('an-ordered'), hidden: names('a-hidden') });
  expect(order).toEqual([]);
  expect(hidden).toContain('a-hidden-module-with-a-name.card-59');
  expect(JSON.stringify({ order, hidden }).length).toBeLessThanOrEqual(2_000);
});
