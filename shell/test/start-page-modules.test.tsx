import { SiteLoads } from '../src/site/site-loads.ts';
import { startPageModules } from '../src/start/start-page-modules.ts';
import { factsOf, moduleOf, unavailable } from './render-site.tsx';
import { signInDouble } from './sign-in-double.tsx';

const { auth } = signInDouble().module;

function loadsOf(starts: Record<string, (() => void | Promise<void>) | 'missing'>) {
  return new SiteLoads({
    pages: Object.keys(starts).map((name) => factsOf(name, { start: 'application' })),
    loadAuth: () => Promise.resolve(unavailable('auth')),
    loadPageModule: (name) => {
      const start = starts[name];
      return Promise.resolve(
        start === 'missing' ? unavailable(name) : { success: true, value: moduleOf(factsOf(name, { start: 'application' }), () => null, start) },
      );
    },
  });
}

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('starts every module, also beside a missing, a failing and a hanging one', async () => {
  jest.useFakeTimers();
  const started: string[] = [];
  const report = startPageModules(
    loadsOf({
      missing: 'missing',
      failing: () => {
        throw new Error('boom');
      },
      hanging: () => new Promise(() => undefined),
      account: () => void started.push('account'),
      workspace: () => Promise.resolve(void started.push('workspace')),
    }),
    auth,
  );
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await report).toEqual([
    { name: 'missing', outcome: 'unavailable' },
    { name: 'failing', outcome: 'failed' },
    { name: 'hanging', outcome: 'timed-out' },
    { name: 'account', outcome: 'started' },
    { name: 'workspace', outcome: 'started' },
  ]);
  expect(started).toEqual(['account', 'workspace']);
  jest.useRealTimers();
});

test('aborts the signal of a start that takes too long', async () => {
  jest.useFakeTimers();
  let signal: AbortSignal | undefined;
  const loads = new SiteLoads({
    pages: [factsOf('slow', { start: 'application' })],
    loadAuth: () => Promise.resolve(unavailable('auth')),
    loadPageModule: () =>
      Promise.resolve({
        success: true,
        value: moduleOf(factsOf('slow'), () => null, (context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        }),
      }),
  });
  const report = startPageModules(loads, auth);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(signal?.aborted).toBe(false);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(signal?.aborted).toBe(true);
  await report;
  jest.useRealTimers();
});

test('leaves alone a module that starts at the first navigation into it', async () => {
  const load = jest.fn();
  const loads = new SiteLoads({
    pages: [factsOf('later', { start: 'navigation' })],
    loadAuth: () => Promise.resolve(unavailable('auth')),
    loadPageModule: load,
  });
  expect(await startPageModules(loads, auth)).toEqual([]);
  expect(load).not.toHaveBeenCalled();
});
