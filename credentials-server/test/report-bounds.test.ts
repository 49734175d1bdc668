import { partsOf } from '../src/reports/address-marks.ts';
import { RecentOccurrences } from '../src/reports/recent-occurrences.ts';
import { UnsentTallies } from '../src/reports/unsent-tallies.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 21, 12);

const mark = (number: number): string => number.toString(16).padStart(16, '0');

test('whom something was counted for is known for ten minutes, and memory has an end', () => {
  const clock = { now: start };
  const seen = new RecentOccurrences(10 * minute, () => clock.now);
  expect([seen.note('a', 'x'), seen.note('a', 'x'), seen.note('a', 'y'), seen.note('b', 'x')]).toEqual([1, 2, 1, 1]);
  clock.now += 10 * minute;
  expect(seen.note('a', 'x')).toBe(1);
  expect(seen.size).toBe(1);
  for (let visitor = 0; visitor < 150_000; visitor += 1) seen.note(String(visitor), 'x');
  expect(seen.size).toBe(100_000);
  expect(seen.note('149999', 'x')).toBe(2);
});

test('a flood of failures makes no large tally, and an outage no long list of them', () => {
  const clock = { now: start };
  const unsent = new UnsentTallies(() => clock.now);
  for (let visitor = 0; visitor < 1000; visitor += 1) unsent.count({ name: 'orders', release: 'r' }, 'failed', { visitor: mark(visitor), network: mark(Math.floor(visitor / 2)) });
  for (let visitor = 0; visitor < 9; visitor += 1) unsent.count({ name: 'carts', release: 'r' }, 'failed', { visitor: mark(visitor), network: mark(0) });
  const tallies = unsent.take();
  expect(tallies.map(({ name, failed }) => [name, failed.length])).toEqual([['orders', 200], ['carts', 3]]);
  unsent.putBack(tallies);
  for (let module = 0; module < 2000; module += 1) unsent.count({ name: `module-${module}`, release: 'r' }, 'shown', { visitor: mark(1), network: mark(1) });
  expect(unsent.size).toBe(500);
});

test('what could not be told is told later, beside what came since, unless it is old by then', () => {
  const clock = { now: start };
  const unsent = new UnsentTallies(() => clock.now);
  const shown = () => unsent.count({ name: 'orders', release: 'r' }, 'shown', { visitor: mark(1), network: mark(1) });
  shown();
  const first = unsent.take();
  shown();
  unsent.putBack(first);
  const both = unsent.take();
  expect(both.map((tally) => tally.shown)).toEqual([1, 1]);
  clock.now += 10 * minute;
  unsent.putBack(both);
  shown();
  expect(unsent.take()).toHaveLength(1);
});

test.each([
  ['192.0.2.77', '192.0.2.77', '192.0.2'],
  ['::ffff:192.0.2.77', '192.0.2.77', '192.0.2'],
  ['::FFFF:192.0.2.77', '192.0.2.77', '192.0.2'],
  ['2001:db8:aaaa:bbbb:1:2:3:4', '2001:db8:aaaa:bbbb', '2001:db8:aaaa'],
  ['2001:0DB8:0001::4', '2001:db8:1:0', '2001:db8:1'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['::1', '0:0:0:0', '0:0:0'],
])('%s is the visitor %s of the network %s', (address, visitor, network) => {
  expect(partsOf(address)).toEqual({ visitor, network });
});
