import type { Tally } from '../../src/health/health-book.ts';
import { healthOf, withTally, type KeptRelease } from '../../src/health/health-window.ts';

const day = 24 * 60;
const start = 20_000 * day + 12 * 60;

const tally = (minute: number, changes: Partial<Tally> = {}): Tally => ({ name: 'orders', release: 'abcdefgh234567ab', minute, shown: 0, failed: [], errors: 0, ...changes });

const visitor = (digit: string, network: string) => ({ visitor: digit.repeat(16), network: network.repeat(16) });

/** What is kept after tallies, each of which came in its minute. */
function keptAfter(...tallies: readonly Tally[]): KeptRelease {
  const kept = tallies.reduce<KeptRelease | null>((before, one) => withTally(before, one, one.minute), null);
  if (kept === null) throw new Error('nothing is kept');
  return kept;
}

test('after ten minutes marks of visitors are gone, and counts are no more recent', () => {
  const kept = keptAfter(tally(start, { shown: 3, failed: [visitor('a', 'b')] }), tally(start + 10, { shown: 1 }));
  expect(kept.failed).toEqual([]);
  const { recent, all } = healthOf(kept, start + 10);
  expect(recent).toEqual({ shown: 1, failed: 0, networks: 0, errors: 0 });
  expect(all).toEqual({ shown: 4, failed: 1, networks: 1, errors: 0 });
  // Nobody told anything since: what is kept is old all the same.
  expect(healthOf(kept, start + 20).recent.shown).toBe(0);
});

test('who comes back with a failure is one visitor as long as it is recent, and another one later', () => {
  const failed = [visitor('a', 'b')];
  const kept = keptAfter(tally(start, { failed }), tally(start + 9, { failed }), tally(start + 15, { failed }));
  expect(healthOf(kept, start + 15)).toMatchObject({ recent: { failed: 1 }, all: { failed: 1 } });
  expect(healthOf(keptAfter(tally(start, { failed }), tally(start + 10, { failed })), start + 10)).toMatchObject({ recent: { failed: 1 }, all: { failed: 2 } });
});

test('the day before yesterday is forgotten', () => {
  const kept = keptAfter(tally(start, { shown: 1 }), tally(start + day, { shown: 2 }), tally(start + 2 * day, { shown: 4 }));
  expect(healthOf(kept, start + 2 * day).all.shown).toBe(6);
  expect(healthOf(kept, start + 3 * day).all.shown).toBe(4);
  expect(kept.days).toHaveLength(2);
});
