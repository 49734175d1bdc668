import { isMissed, limitedTimes, targetTable, type Target } from '../src/report/outcome.ts';
import { median, table } from '../src/report/tables.ts';

test.each([
  ['below its limit', 1, 2, false],
  ['at its limit', 2, 2, false],
  ['above its limit', 3, 2, true],
  ['that could not be taken', Number.NaN, 2, true],
  ['without a limit', 3, null, false],
  ['without a limit that could not be taken', Number.NaN, null, true],
])('a measurement %s', (_, measured, limit, missed) => {
  const target: Target = { what: 'time', measured, limit, unit: 'ms' };
  expect(isMissed(target)).toBe(missed);
  expect(targetTable(new Map([['publish', [target]]])).includes('MISSED')).toBe(missed);
});

test('limited times have a median, a range and a target', () => {
  const { text, targets } = limitedTimes('a board', { open: { label: 'first notes', limit: 10 } }, [{ open: 9 }, { open: 4 }, { open: 8 }]);
  expect(text).toBe('a board       ms   range\nfirst notes    8     4–9');
  expect(targets).toEqual([{ what: 'first notes', measured: 8, limit: 10, unit: 'ms' }]);
});

test('the median of an even count lies between the two middle numbers', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a table aligns its first column to the left and the others to the right', () => {
  expect(table([['name', 'ms'], ['a', '1000']])).toBe('name     ms\na      1000');
});
