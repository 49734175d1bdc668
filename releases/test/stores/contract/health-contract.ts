import { createHash } from 'node:crypto';
import { MAX_PER_NETWORK, RECENT_MINUTES, type FailedVisitor, type ReleaseHealth, type Tally } from '../../../src/health/health-book.ts';
import type { FailureReport } from '../../../src/wire/failure-report.ts';
import type { ReleaseStore } from '../../../src/stores/release-store.ts';

const RELEASE = 'abcdefgh234567ab';

const mark = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Failed visitors, each on a separate network unless one is given. */
const visitors = (first: number, count: number, network?: string): FailedVisitor[] =>
  Array.from({ length: count }, (_, index) => ({ visitor: mark(`visitor ${first + index}`), network: mark(network ?? `network ${first + index}`) }));

const thisMinute = (): number => Math.floor(Date.now() / 60_000);

const tally = (changes: Partial<Tally> = {}): Tally => ({ name: 'orders', release: RELEASE, minute: thisMinute(), shown: 0, failed: [], errors: 0, timings: [], ...changes });

const failure = (changes: Partial<FailureReport> = {}): FailureReport => ({
  name: 'orders', release: RELEASE, minute: thisMinute(), trace: '1k3j9z', stage: 'use', type: 'TypeError', places: [`orders/${RELEASE}/901.js:1:2345`], ...changes,
});

const none = { shown: 0, failed: 0, networks: 0, errors: 0 };

async function healthOf({ health }: ReleaseStore): Promise<ReleaseHealth | undefined> {
  const [first, ...others] = await health.read();
  expect(others).toEqual([]);
  return first;
}

/** How releases perform, by the reports of tabs. */
export function describeHealth(open: () => Promise<ReleaseStore>): void {
  describe('health', () => {
    test('is empty at first', async () => {
      expect(await (await open()).health.read()).toEqual([]);
    });

    test('adds up the reports of several servers', async () => {
      const store = await open();
      await store.health.add([tally({ shown: 7, failed: visitors(1, 2), errors: 1 }), tally({ name: 'carts', shown: 3 })]);
      await store.health.add([tally({ shown: 5, failed: visitors(3, 1), minute: thisMinute() - 1 })]);
      const counts = { shown: 12, failed: 3, networks: 3, errors: 1 };
      const other = { ...none, shown: 3 };
      expect(await store.health.read()).toEqual([
        { name: 'carts', release: RELEASE, recent: other, all: other },
        { name: 'orders', release: RELEASE, recent: counts, all: counts },
      ]);
    });

    test('adds up timings by measure and bucket', async () => {
      const store = await open();
      const timing = (measure: 'load' | 'input', bucket: number, visitors = 1) => ({ measure, bucket, visitors });
      await store.health.add([tally({ timings: [timing('load', 3, 2), timing('input', 3)] }), tally({ minute: thisMinute() - 1, timings: [timing('load', 3)] })]);
      await store.health.add([tally({ timings: [timing('load', 3), timing('load', 20)] }), tally({ minute: thisMinute() - RECENT_MINUTES - 1, timings: [timing('input', 1)] })]);
      await store.health.add([tally({ name: 'carts', shown: 1 })]);
      const [orders, ...others] = await store.health.timings();
      expect(new Set(orders?.timings)).toEqual(new Set([timing('input', 3), timing('load', 3, 4), timing('load', 20)]));
      expect(others).toEqual([]);
    });

    test('keeps the latest failures of each release, the latest first', async () => {
      const { health } = await open();
      const older = failure({ minute: thisMinute() - 60, trace: 'older', extension: 'orders.badge', places: [] });
      await health.addFailures([older, failure()]);
      await health.addFailures([failure({ trace: 'newer' }), failure({ name: 'carts', minute: thisMinute() - 30 }), failure({ minute: thisMinute() - 7 * 24 * 60 - 1, trace: 'old' })]);
      const [newest, second, ...others] = await health.failures();
      expect(new Set([newest, second])).toEqual(new Set([failure({ trace: 'newer' }), failure()]));
      expect(others).toEqual([failure({ name: 'carts', minute: thisMinute() - 30 }), older]);

      for (let minute = thisMinute() - 50; minute < thisMinute(); minute += 1) await health.addFailures([failure({ minute, trace: 'more' })]);
      const kept = await health.failures();
      expect(kept.filter(({ name }) => name === 'orders')).toHaveLength(50);
      expect(kept.map(({ trace }) => trace)).not.toContain('older');
    });

    test('loses nothing of parallel calls', async () => {
      const store = await open();
      await Promise.all(Array.from({ length: 12 }, (_, index) => store.health.add([tally({ shown: 1, failed: visitors(index, 1) })])));
      expect((await healthOf(store))?.recent).toEqual({ shown: 12, failed: 12, networks: 12, errors: 0 });
    });

    test('counts a failed visitor once over all servers, and limits each network', async () => {
      const store = await open();
      await store.health.add([tally({ failed: visitors(1, 2) })]);
      await store.health.add([tally({ failed: [...visitors(1, 2), ...visitors(10, 50, 'one office')] })]);
      await store.health.add([tally({ failed: visitors(60, 50, 'one office') })]);
      const counts = { ...none, failed: 2 + MAX_PER_NETWORK, networks: 3 };
      expect(await healthOf(store)).toMatchObject({ recent: counts, all: counts });
    });

    test('keeps counting when there are too many visitors to recognise each', async () => {
      const store = await open();
      for (const first of [0, 200, 400]) await store.health.add([tally({ failed: visitors(first, 200) })]);
      expect(await healthOf(store)).toMatchObject({ recent: { failed: 600, networks: 300 }, all: { failed: 600, networks: 600 } });
    });

    test('ignores old tallies, and corrects tallies from a clock that is ahead', async () => {
      const store = await open();
      await store.health.add([tally({ minute: thisMinute() - RECENT_MINUTES - 1, shown: 9 }), tally({ minute: thisMinute() + 500, shown: 2 })]);
      expect(await healthOf(store)).toMatchObject({ recent: { shown: 2 }, all: { shown: 2 } });
      await store.health.add([]);
      expect(await healthOf(store)).toMatchObject({ recent: { shown: 2 } });
    });

    test('can read a shorter recent period', async () => {
      const store = await open();
      await store.health.add([tally({ shown: 3, failed: visitors(1, 2), minute: thisMinute() - 5 }), tally({ shown: 1, failed: visitors(3, 1) })]);
      expect(await store.health.read(2)).toMatchObject([{ recent: { ...none, shown: 1, failed: 1, networks: 1 }, all: { shown: 4, failed: 3 } }]);
      expect(await healthOf(store)).toMatchObject({ recent: { shown: 4, failed: 3 } });
    });

    test('restarts the counts of a release that goes live again', async () => {
      const store = await open();
      const [before, again] = [Date.now() - 1000, Date.now()];
      await store.health.add([tally({ since: before, shown: 1, failed: visitors(1, 9), timings: [{ measure: 'load', bucket: 4, visitors: 3 }] })]);
      expect(await healthOf(store)).toMatchObject({ since: before, recent: { failed: 9 } });
      await store.health.add([tally({ since: again, shown: 4, failed: visitors(1, 1), timings: [{ measure: 'load', bucket: 5, visitors: 1 }] })]);
      // From a server that does not know of the move yet, and from one for which the release is only a fallback.
      await store.health.add([tally({ since: before, failed: visitors(20, 9), timings: [{ measure: 'load', bucket: 4, visitors: 3 }] }), tally({ shown: 2, timings: [{ measure: 'load', bucket: 5, visitors: 1 }] })]);
      const counts = { ...none, shown: 6, failed: 1, networks: 1 };
      expect(await healthOf(store)).toEqual({ name: 'orders', release: RELEASE, since: again, recent: counts, all: counts });
      expect(await store.health.timings()).toEqual([{ name: 'orders', release: RELEASE, timings: [{ measure: 'load', bucket: 5, visitors: 2 }] }]);
    });

    test('has one salt per day for all servers', async () => {
      const { health } = await open();
      const salts = await Promise.all([health.salt(), health.salt(), health.salt()]);
      expect(new Set(salts).size).toBe(1);
      expect(salts[0]).toMatch(/^[0-9a-f]{64}$/);
    });
  });
}
