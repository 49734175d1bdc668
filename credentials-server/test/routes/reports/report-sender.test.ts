import { jest } from '@jest/globals';
import { RECENT_MINUTES, type HealthBook } from '@atrium/releases/health';
import fastify from 'fastify';
import { ReportBuffer } from '../../../src/routes/reports/report-buffer.ts';
import { ReportSender } from '../../../src/routes/reports/report-sender.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const SECOND = 1000;

/** A sender that sends every second, to a store with this function. */
function startSender(add: HealthBook['add'], check = (): Promise<void> => Promise.resolve(), failsRecently = () => false) {
  const buffer = new ReportBuffer(Date.now);
  const sender = new ReportSender({
    health: { add, addFailures: () => Promise.resolve() },
    counter: { buffer, get lastFailure() { return failsRecently() ? Date.now() : -Infinity; } },
    quarantine: { check },
    log: fastify().log,
    now: Date.now,
  });
  sender.start(SECOND);
  return { sender, buffer };
}

const HOUR = 60 * 60 * SECOND;

test('stops within three seconds, although the store does not respond', async () => {
  const { sender } = startSender(() => new Promise(() => undefined));
  // The clean-up of each hour is under way.
  await jest.advanceTimersByTimeAsync(HOUR);
  const stopped = jest.fn();
  void sender.stop().then(stopped);
  await jest.advanceTimersByTimeAsync(3 * SECOND);
  expect(stopped).toHaveBeenCalled();
});

test('finds out that the store is available again, although nothing is reported', async () => {
  let isAvailable = false;
  const { sender, buffer } = startSender(() => (isAvailable ? Promise.resolve() : Promise.reject(new Error('away'))));
  const release = { name: 'orders', release: 'abcdefgh234567ab' };
  buffer.count({ ...release, since: 0 }, { ...release, kind: 'shown' }, { visitor: 'one', network: 'one' });
  // By then, the report is too old for the store.
  await jest.advanceTimersByTimeAsync((RECENT_MINUTES + 2) * 60 * SECOND);
  expect(sender.isStoreUnavailable).toBe(true);
  isAvailable = true;
  await jest.advanceTimersByTimeAsync(SECOND);
  expect(sender.isStoreUnavailable).toBe(false);
});

test('checks again after a failed check, although no release has failed recently', async () => {
  let [failsRecently, isAvailable] = [true, false];
  const { sender } = startSender(() => Promise.resolve(), () => (isAvailable ? Promise.resolve() : Promise.reject(new Error('away'))), () => failsRecently);
  await jest.advanceTimersByTimeAsync(SECOND);
  failsRecently = false;
  await jest.advanceTimersByTimeAsync(SECOND);
  expect(sender.isStoreUnavailable).toBe(true);
  isAvailable = true;
  await jest.advanceTimersByTimeAsync(SECOND);
  expect(sender.isStoreUnavailable).toBe(false);
});
