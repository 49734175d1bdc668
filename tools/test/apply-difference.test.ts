import { applyDifference, DifferenceError } from '../docs/apply-difference.ts';

const TEXT = 'one\ntwo\nthree\ntwo\n';

test('removes and adds lines, and keeps the others', () => {
  expect(applyDifference(TEXT, ' one\n-two\n+2\n+zwei\n three\n')).toBe('one\n2\nzwei\nthree\ntwo\n');
});

test('refuses lines that the text does not contain, or not as one piece', () => {
  expect(() => applyDifference(TEXT, '-four\n')).toThrow(DifferenceError);
  expect(() => applyDifference(TEXT, ' one\n-three\n')).toThrow(/does not contain/);
});

test('refuses lines that the text contains twice', () => {
  expect(() => applyDifference(TEXT, '-two\n+2\n')).toThrow(/more than once/);
});
