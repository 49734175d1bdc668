import type { Tally } from '../../src/health/health-book.ts';
import { healthOf, timingsOf, withTally, withTallyTimings, type HealthWindow, type TimingWindow } from '../../src/health/health-window.ts';

const DAY = 24 * 60;
const START = 20_000 * DAY + 12 * 60;

const tally = (minute: number, changes: Partial<Tally> = {}): Tally => ({ name: 'orders', release: 'abcdefgh234567ab', minute, shown: 0, failed: [], errors: 0, timings: [], ...changes });

const visitor = (digit: string, network: string) => ({ visitor: digit.repeat(16), network: network.repeat(16) });

/** The window after tallies, each received in its minute. */
function windowAfter(...tallies: readonly Tally[]): HealthWindow {
  const stored = tallies.reduce<HealthWindow | null>((before, one) => withTally(before, one, one.minute), null);
  if (stored === null) throw new Error('nothing is stored');
  return stored;
}

test('after ten minutes, marks are removed and counts are not recent', () => {
  const stored = windowAfter(tally(START, { shown: 3, failed: [visitor('a', 'b')] }), tally(START + 10, { shown: 1 }));
  expect(stored.failed).toEqual([]);
  const { recent, all } = healthOf(stored, START + 10);
  expect(recent).toEqual({ shown: 1, failed: 0, networks: 0, errors: 0 });
  expect(all).toEqual({ shown: 4, failed: 1, networks: 1, errors: 0 });
  // Old data is ignored even without new reports.
  expect(healthOf(stored, START + 20).recent.shown).toBe(0);
});

test('counts a returning failed visitor once while recent, and again later', () => {
  const failed = [visitor('a', 'b')];
  const stored = windowAfter(tally(START, { failed }), tally(START + 9, { failed }), tally(START + 15, { failed }));
  expect(healthOf(stored, START + 15)).toMatchObject({ recent: { failed: 1 }, all: { failed: 1 } });
  expect(healthOf(windowAfter(tally(START, { failed }), tally(START + 10, { failed })), START + 10)).toMatchObject({ recent: { failed: 1 }, all: { failed: 2 } });
});

test('timings are kept as long as other counts', () => {
  const timings = [{ measure: 'load', bucket: 3, visitors: 1 }] as const;
  const stored = [START, START + DAY].reduce<TimingWindow | null>((before, minute) => withTallyTimings(before, tally(minute, { timings: [...timings] }), minute), null);
  if (stored === null) throw new Error('nothing is stored');
  expect(timingsOf(stored, START + DAY).timings).toEqual([{ measure: 'load', bucket: 3, visitors: 2 }]);
  expect(timingsOf(stored, START + 2 * DAY).timings).toEqual(timings);
});

test('the day before yesterday is forgotten', () => {
  const stored = windowAfter(tally(START, { shown: 1 }), tally(START + DAY, { shown: 2 }), tally(START + 2 * DAY, { shown: 4 }));
  expect(healthOf(stored, START + 2 * DAY).all.shown).toBe(6);
  expect(healthOf(stored, START + 3 * DAY).all.shown).toBe(4);
  expect(stored.days).toHaveLength(2);
});
