import { partsOf } from '../../../src/routes/reports/visitor-marks.ts';
import { RecentOccurrences } from '../../../src/routes/reports/counting.ts';
import { ReportBuffer } from '../../../src/routes/reports/report-buffer.ts';
import { reportOf } from '../../support/reporting-site.ts';

const MINUTE = 60_000;
const start = Date.UTC(2026, 10, 21, 12);

const mark = (number: number): string => number.toString(16).padStart(16, '0');

test('an occurrence is remembered for ten minutes, and memory is bounded', () => {
  const clock = { now: start };
  const seen = new RecentOccurrences(10 * MINUTE, () => clock.now);
  expect([seen.count('a', 'x'), seen.count('a', 'x'), seen.count('a', 'y'), seen.count('b', 'x')]).toEqual([1, 2, 1, 1]);
  clock.now += 10 * MINUTE;
  expect(seen.count('a', 'x')).toBe(1);
  expect(seen.size).toBe(1);
  for (let visitor = 0; visitor < 101_000; visitor += 1) seen.count(String(visitor), 'x');
  expect(seen.size).toBe(100_000);
  expect(seen.count('100999', 'x')).toBe(2);
});

test('the size of a tally and the number of tallies are bounded', () => {
  const clock = { now: start };
  const buffer = new ReportBuffer(() => clock.now);
  for (let visitor = 0; visitor < 1000; visitor += 1) buffer.count({ name: 'orders', release: 'r' }, reportOf('failed', 'orders', 'r'), { visitor: mark(visitor), network: mark(Math.floor(visitor / 2)) });
  for (let visitor = 0; visitor < 9; visitor += 1) buffer.count({ name: 'carts', release: 'r' }, reportOf('failed', 'carts', 'r'), { visitor: mark(visitor), network: mark(0) });
  const tallies = buffer.take();
  expect(tallies.map(({ name, failed }) => [name, failed.length])).toEqual([['orders', 200], ['carts', 3]]);
  buffer.putBack(tallies);
  for (let module = 0; module < 2000; module += 1) buffer.count({ name: `module-${module}`, release: 'r' }, reportOf('shown', `module-${module}`, 'r'), { visitor: mark(1), network: mark(1) });
  expect(buffer.size).toBe(500);
});

test('tallies that could not be sent are sent later beside newer ones, unless they are too old by then', () => {
  const clock = { now: start };
  const buffer = new ReportBuffer(() => clock.now);
  const shown = () => buffer.count({ name: 'orders', release: 'r' }, reportOf('shown', 'orders', 'r'), { visitor: mark(1), network: mark(1) });
  shown();
  const first = buffer.take();
  shown();
  buffer.putBack(first);
  const both = buffer.take();
  expect(both.map((tally) => tally.shown)).toEqual([1, 1]);
  clock.now += 10 * MINUTE;
  buffer.putBack(both);
  shown();
  expect(buffer.take()).toHaveLength(1);
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
