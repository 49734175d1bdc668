import { applyDifference, DifferenceError } from '../docs/apply-difference.ts';

const text = 'one\ntwo\nthree\ntwo\n';

test('takes lines away, puts lines in, and keeps what is around them', () => {
  expect(applyDifference(text, ' one\n-two\n+2\n+zwei\n three\n')).toBe('one\n2\nzwei\nthree\ntwo\n');
});

test('takes no lines that are not there, or not in one piece', () => {
  expect(() => applyDifference(text, '-four\n')).toThrow(DifferenceError);
  expect(() => applyDifference(text, ' one\n-three\n')).toThrow(/not there/);
});

test('does not guess which of two places is meant', () => {
  expect(() => applyDifference(text, '-two\n+2\n')).toThrow(/more than once/);
});
