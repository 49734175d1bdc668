import { StateWatch } from '../../src/platform/state-watch.ts';
import { stateOf } from './platform-double.tsx';

test('a flood of broadcasts causes a request every three seconds, and none is missed', async () => {
  jest.useFakeTimers();
  let asked = 0;
  const watch = new StateWatch(() => {
    asked += 1;
    return Promise.resolve({ ok: true, value: stateOf([]) });
  });
  const stop = watch.start();
  for (let times = 0; times < 600; times += 1) {
    watch.releaseChanged();
    await jest.advanceTimersByTimeAsync(50);
  }
  expect(asked).toBeLessThanOrEqual(11);
  asked = 0;
  watch.releaseChanged();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(asked).toBe(1);
  stop();
  jest.useRealTimers();
});
