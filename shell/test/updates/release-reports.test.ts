import { reportsSchema } from '@atrium/releases/wire';
import * as v from 'valibot';
import { RemoteUnavailableError } from '../../src/runtime/site-source.ts';
import { TabModules } from '../../src/runtime/tab-modules.ts';
import { ReleaseReports } from '../../src/updates/release-reports.ts';
import { sentReports } from './sent-reports.ts';

interface Sent {
  readonly address: unknown;
  readonly reports: readonly string[];
  readonly keepalive: boolean | undefined;
}

let sent: Sent[];
let bodies: unknown[];
let statuses: (number | 'none')[];
let online: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  [sent, bodies, statuses, online] = [[], [], [], true];
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  globalThis.fetch = (input, init) => {
    bodies.push(v.parse(v.pipe(v.string(), v.parseJson()), init?.body));
    sent.push({ address: input, reports: sentReports(init?.body), keepalive: init?.keepalive });
    const status = statuses.shift() ?? 204;
    return status === 'none' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response(null, { status }));
  };
});

const { fetch: fetchBefore } = globalThis;

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  globalThis.fetch = fetchBefore;
});

function newReports(): ReleaseReports {
  return new ReleaseReports(new TabModules([], true));
}

function hide(): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('batches reports, and sends each once', async () => {
  const reports = newReports();
  reports.add('failed', 'orders', 'new');
  reports.add('shown', 'orders', 'old');
  reports.add('shown', 'orders', 'old');
  await jest.advanceTimersByTimeAsync(2_000);
  reports.add('failed', 'orders', 'new');
  reports.add('error', 'orders', 'old');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual([
    { address: '/__atrium/reports', reports: ['failed orders new', 'shown orders old'], keepalive: true },
    { address: '/__atrium/reports', reports: ['error orders old'], keepalive: true },
  ]);
});

test('describes a few failures by their places, without messages, in a request of their own', async () => {
  const reports = newReports();
  const cause = new TypeError('Ada wrote this');
  cause.stack = `TypeError: Ada wrote this\n    at list (${location.origin}/releases/orders/abcdefgh234567ab/901.js:1:2345)`;
  const failures = Array.from({ length: 9 }, () => new RemoteUnavailableError('orders', 'abcdefgh234567ab', 'It failed.', { cause, extension: 'orders.badge' }));
  reports.add('failed', 'orders', 'abcdefgh234567ab');
  for (const failure of failures) reports.addFailure(failure, 'use');
  reports.addFailure(new RemoteUnavailableError('auth', null, 'It has not loaded.'), 'load');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(sent.map((one) => one.reports.length)).toEqual([1, 5]);
  const described = { kind: 'failure', name: 'orders', release: 'abcdefgh234567ab', stage: 'use', type: 'TypeError', extension: 'orders.badge', places: ['orders/abcdefgh234567ab/901.js:1:2345'] };
  expect(bodies[1]).toEqual({ reports: failures.slice(0, 5).map(({ trace }) => ({ ...described, trace })) });
  expect(v.is(reportsSchema, bodies[1])).toBe(true);
});

describe('times how long a page took', () => {
  const goTo = (path: string) => {
    history.replaceState(null, '', path);
  };

  afterEach(() => goTo('/'));

  /** The loads that were sent, after the tab was closed. */
  function loads(): readonly string[] {
    window.dispatchEvent(new Event('pagehide'));
    return sent.flatMap((one) => one.reports).filter((report) => report.startsWith('load '));
  }

  test('from the start of the document, and from each navigation', async () => {
    const reports = newReports();
    reports.pageShown('orders', 'new', 1234.5);
    // Another page of the same visit, and one of another module.
    reports.pageShown('carts', 'new', 2000);
    goTo('/news');
    reports.navigated();
    const since = performance.now();
    await jest.advanceTimersByTimeAsync(250);
    reports.pageShown('news', 'new', performance.now());
    expect(performance.now() - since).toBe(250);
    expect(loads()).toEqual(['load orders new 1235', 'load news new 250']);
  });

  test('as 0 ms if it appeared together with the navigation, just before the shell noticed that', async () => {
    const reports = newReports();
    goTo('/news');
    const time = performance.now();
    await jest.advanceTimersByTimeAsync(1);
    reports.navigated();
    reports.pageShown('news', 'new', time);
    expect(loads()).toEqual(['load news new 0']);
  });

  test('once for each release', () => {
    const reports = newReports();
    reports.pageShown('orders', 'new', 100);
    goTo('/orders/2');
    reports.navigated();
    reports.pageShown('orders', 'new', performance.now());
    expect(loads()).toEqual(['load orders new 100']);
  });

  test.each<[string, (reports: ReleaseReports) => void]>([
    ['if the tab was hidden meanwhile', hide],
    ['after an error card', (reports) => reports.pageFailed()],
  ])('not %s, nor at a later visit', (_what, interrupt) => {
    const reports = newReports();
    interrupt(reports);
    reports.pageShown('orders', 'new', 5000);
    jest.restoreAllMocks();
    goTo('/orders/2');
    reports.navigated();
    reports.pageShown('orders', 'new', performance.now());
    expect(loads()).toEqual([]);
  });

  test('of a release whose extension was on screen before', () => {
    const reports = newReports();
    reports.add('shown', 'orders', 'new');
    reports.pageShown('orders', 'new', 100);
    expect(loads()).toEqual(['load orders new 100']);
  });

  test('in a request without other reports, because older servers refuse it', () => {
    newReports().pageShown('orders', 'new', 100);
    window.dispatchEvent(new Event('pagehide'));
    expect(sent.map(({ reports }) => reports)).toEqual([['shown orders new'], ['load orders new 100']]);
  });
});

test.each<[string, () => void]>([
  ['is hidden', hide],
  ['is closed', () => window.dispatchEvent(new Event('pagehide'))],
])('sends the queue immediately when the tab %s', (_what, leave) => {
  newReports().add('shown', 'orders', 'new');
  leave();
  expect(sent.map(({ reports }) => reports)).toEqual([['shown orders new']]);
});

test('never sends more reports in one request than the server accepts', async () => {
  const reports = newReports();
  for (let number = 0; number < 120; number += 1) reports.add('shown', `module-${number}`, 'new');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(sent.map((one) => one.reports.length)).toEqual([50, 50, 20]);
});

test('ignores failures while offline, and sends the rest once back online', async () => {
  const reports = newReports();
  online = false;
  reports.add('failed', 'orders', 'new');
  reports.add('error', 'orders', 'new');
  reports.add('shown', 'orders', 'old');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual([]);
  online = true;
  window.dispatchEvent(new Event('online'));
  expect(sent.map((one) => one.reports)).toEqual([['shown orders old']]);
  // Online, the failure counts.
  reports.add('failed', 'orders', 'new');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(sent[1]?.reports).toEqual(['failed orders new']);
});

test.each<number | 'none'>([429, 500, 503, 'none'])('retries exactly once, later, when the response is %s', async (status) => {
  statuses = [status, status, status];
  newReports().add('shown', 'orders', 'new');
  await jest.advanceTimersByTimeAsync(31_000);
  expect(sent).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(sent.map((one) => one.reports)).toEqual([['shown orders new'], ['shown orders new']]);
});

test.each([400, 403, 404])('does not retry after status %i', async (status) => {
  statuses = [status];
  newReports().add('shown', 'orders', 'new');
  await jest.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(1);
});
