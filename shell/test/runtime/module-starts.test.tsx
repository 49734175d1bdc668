import { ModuleStarts, type StartOutcome } from '../../src/runtime/module-starts.ts';
import { partKey, SiteLoads } from '../../src/runtime/site-loads.ts';
import { RemoteUnavailableError, type SiteModule, type SiteSource } from '../../src/runtime/site-source.ts';
import { runningRelease } from '../../src/runtime/tab-modules.ts';
import { manifestOf, moduleFor, moduleOf, unavailable } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';

const { auth } = signInDouble().module;

type Start = (signal: AbortSignal) => void | Promise<void>;

const started = manifestOf('orders', { start: 'application' });

function loadsOf(modules: readonly SiteModule[], loadPageModule: SiteSource['loadPageModule']): SiteLoads {
  return new SiteLoads({ modules, complete: true, releases: null, loadAuth: () => Promise.resolve(unavailable('auth')), loadPageModule });
}

/** Loads of modules with these starts. */
function startsOf(starts: Record<string, Start | 'missing'>): SiteLoads {
  const manifest = (name: string) => manifestOf(name, { start: 'application' });
  return loadsOf(Object.keys(starts).map((name) => moduleFor(manifest(name))), (name) => {
    const start = starts[name];
    if (typeof start !== 'function') return Promise.resolve(unavailable(name));
    return Promise.resolve({ success: true, value: moduleOf(manifest(name), () => null, ({ signal }) => start(signal)) });
  });
}

/** Loads of one module whose two releases have these starts. */
function releasesOf(live: Start, previous: Start): SiteLoads {
  return loadsOf([moduleFor(started, 'live', 'previous')], (_name, release) =>
    Promise.resolve({
      success: true,
      value: moduleOf(started, () => null, ({ signal }) => (release === 'live' ? live : previous)(signal)),
    }),
  );
}

const boom = () => {
  throw new Error('boom');
};

let reports: [RemoteUnavailableError, StartOutcome][];

function startsIn(loads: SiteLoads): ModuleStarts {
  reports = [];
  return new ModuleStarts(loads, auth, (error, outcome) => reports.push([error, outcome]));
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.useRealTimers();
});

test('a start that ends because another release has replaced its own has not failed', async () => {
  const loads = releasesOf(
    (signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))),
    () => undefined,
  );
  const starts = startsIn(loads);
  const live = loads.modules.named('orders');
  if (!live) throw new Error('unreachable: the site has the module');
  const outcome = starts.start(live);
  await loads.module('orders', 'live').promise;
  await Promise.resolve();
  loads.modules.fallBack(new RemoteUnavailableError('orders', 'live', 'Its page failed.'));
  const before = loads.modules.named('orders');
  if (before) await starts.start(before);
  expect(await outcome).toBe('unavailable');
  expect(reports).toEqual([]);
  expect(loads.modules.named('orders')?.failure?.message).toBe('Its page failed.');
});

test('starts every module despite a missing, a failing and a hanging one', async () => {
  jest.useFakeTimers();
  const ran: string[] = [];
  const outcomes = startsIn(
    startsOf({
      missing: 'missing',
      failing: boom,
      hanging: () => new Promise(() => undefined),
      account: () => void ran.push('account'),
      workspace: () => Promise.resolve(void ran.push('workspace')),
    }),
  ).startApplication();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await outcomes).toEqual(['unavailable', 'failed', 'timed-out', 'started', 'started']);
  expect(ran).toEqual(['account', 'workspace']);
  expect(reports.map(([{ remote }, outcome]) => [remote, outcome])).toEqual([['missing', 'unavailable'], ['failing', 'failed'], ['hanging', 'timed-out']]);
});

test('aborts the signal of a start that takes too long, but not of one that finished in time', async () => {
  jest.useFakeTimers();
  const signals: AbortSignal[] = [];
  const starts = startsIn(
    startsOf({
      slow: (signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
      quick: (signal) => void signals.push(signal),
    }),
  );
  void starts.startApplication();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('does not start a module that starts at its first visit', async () => {
  const load = jest.fn();
  const loads = loadsOf([moduleFor(manifestOf('later', { start: 'navigation' }))], load);
  expect(await startsIn(loads).startApplication()).toEqual([]);
  expect(load).not.toHaveBeenCalled();
});

test("starts a module once, and again when another release replaces it, aborting the earlier start's signal", async () => {
  const signals: AbortSignal[] = [];
  const loads = releasesOf((signal) => void signals.push(signal), (signal) => void signals.push(signal));
  const starts = startsIn(loads);
  const start = async () => {
    const module = loads.modules.named('orders');
    if (module) await starts.start(module);
  };
  await start();
  await start();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  loads.modules.setFailure('orders', new RemoteUnavailableError('orders', 'live', 'It failed.'));
  await start();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  loads.modules.replace([], true);
  starts.endRetired();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('never starts a release that was replaced or retired while it loaded', async () => {
  const ran: string[] = [];
  const arrivals = new Map<string, () => void>();
  const loads = loadsOf([moduleFor(started, 'live', 'previous')], async (_name, release) => {
    await new Promise<void>((resolve) => arrivals.set(release, resolve));
    return { success: true, value: moduleOf(started, () => null, () => void ran.push(release)) };
  });
  const starts = startsIn(loads);
  const first = visit(loads, starts);
  loads.modules.setFailure('orders', new RemoteUnavailableError('orders', 'live', 'It failed.'));
  const second = visit(loads, starts);
  arrivals.get('live')?.();
  await first;
  loads.modules.replace([], true);
  starts.endRetired();
  arrivals.get('previous')?.();
  await second;
  expect(ran).toEqual([]);
});

/** Visits the one module of the site. */
async function visit(loads: SiteLoads, starts: ModuleStarts): Promise<StartOutcome> {
  const module = loads.modules.named('orders');
  if (!module) throw new Error('There is no module.');
  return starts.start(module);
}

test('restarts at its next visit only a module whose start failed, timed out or could not load', async () => {
  jest.useFakeTimers();
  const ran: string[] = [];
  const hang = () => new Promise<void>(() => undefined);
  const ways: readonly [StartOutcome, () => void | Promise<void>][] = [['failed', boom], ['timed-out', hang], ['started', () => undefined]];
  let [, now] = ways[0] ?? [];
  const loads = startsOf({ orders: () => (ran.push('orders'), now?.()) });
  const starts = startsIn(loads);
  for (const [outcome, start] of ways) {
    now = start;
    const visited = visit(loads, starts);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await visited).toBe(outcome);
    // A change elsewhere in the list of modules is no visit.
    await starts.startApplication();
  }
  expect(await visit(loads, starts)).toBe('started');
  expect(ran).toHaveLength(ways.length);
});

test.each([
  ['shows a card instead of', '/orders', 1],
  ['changes nothing on other pages for', '/', 0],
])('%s a module without a previous release whose start fails', async (_what, address, given) => {
  window.history.replaceState(null, '', address);
  const loads = startsOf({ orders: boom });
  expect(await visit(loads, startsIn(loads))).toBe('failed');
  expect(loads.modules.list.flatMap(({ failure }) => failure ?? [])).toHaveLength(given);
});

test('falls back to the previous release when a start fails before any page of the module worked', async () => {
  const previous = jest.fn();
  const loads = releasesOf(boom, previous);
  await startsIn(loads).startApplication();
  expect(loads.modules.list.map(runningRelease)).toEqual(['previous']);
  await new Promise((resolve) => setTimeout(resolve));
  expect(previous).toHaveBeenCalledTimes(1);
});

test('only reports a failed start once a page of the module has worked', async () => {
  const loads = releasesOf(boom, boom);
  loads.workingParts.add(partKey('orders', 'live', 'main'));
  expect(await startsIn(loads).startApplication()).toEqual(['failed']);
  expect(loads.modules.list.map(runningRelease)).toEqual(['live']);
  expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/start of the page module orders failed .*trace/), expect.anything());
});
