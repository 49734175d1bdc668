import { timeLimit } from '../../src/runtime/time-limit.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('calls the function after the time, and not after it was cancelled', () => {
  const act = jest.fn();
  timeLimit(8_000, act);
  const cancel = timeLimit(8_000, () => void act('cancelled'));
  jest.advanceTimersByTime(7_999);
  expect(act).not.toHaveBeenCalled();
  cancel();
  jest.advanceTimersByTime(1);
  expect(act.mock.calls).toEqual([[]]);
});

test('gives the time once more after the tab was frozen', () => {
  const act = jest.fn();
  timeLimit(8_000, act);
  jest.advanceTimersByTime(2_000);
  jest.setSystemTime(Date.now() + 60_000);
  jest.advanceTimersByTime(6_000);
  expect(act).not.toHaveBeenCalled();
  jest.advanceTimersByTime(8_000);
  expect(act).toHaveBeenCalledTimes(1);
});
