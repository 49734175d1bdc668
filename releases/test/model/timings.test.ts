import { threeQuartersWithin, timingOf, withTimings, type Timing } from '../../src/model/timings.ts';

/** The timings of visitors whom a measure took these times. */
function timingsOf(...times: readonly number[]): Timing[] {
  return times.reduce<Timing[]>((timings, ms) => withTimings(timings, [timingOf('load', ms)]), []);
}

test('is unknown without visitors', () => {
  expect(threeQuartersWithin([], 'load')).toBeNull();
  expect(threeQuartersWithin(timingsOf(120), 'input')).toBeNull();
});

test.each([
  ['evenly spread times', [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200], 900],
  ['one slow visitor of twenty', [...Array.from({ length: 19 }, () => 1500), 9000], 1500],
  ['one slow visitor of two', [300, 9000], 9000],
])('is close to the exact value: %s', (_, times, exact) => {
  const found = threeQuartersWithin(timingsOf(...times), 'load') ?? 0;
  expect(found).toBeGreaterThan(exact * 0.75);
  expect(found).toBeLessThan(exact * 1.35);
});

test('says at least the last bound for visitors beyond it', () => {
  expect(threeQuartersWithin(timingsOf(60_000), 'load')).toBe(20_000);
});
