import { setImmediate as settle } from 'node:timers/promises';
import type { AuthModule, AuthState, SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { PageComponent, PageVisit } from '@atrium/page-kit/contract/page-module';
import { SiteLoads } from '../../src/runtime/site-loads.ts';
import type { LoadOutcome } from '../../src/runtime/site-source.ts';
import { manifestOf, moduleFor, unavailable } from '../render-site.tsx';
import { ada, signInDouble } from '../sign-in-double.tsx';

// The page only passes it on.
const supabase = Object.freeze({}) as SupabaseClient;

const RELEASE = 'abcdefgh23456789';

/** The sign-in, whose client counts how often it was requested. */
function signIn(state: Partial<AuthState>, storedSession = true) {
  const double = signInDouble(state, storedSession);
  let clients = 0;
  const getSupabase = () => {
    clients += 1;
    return Promise.resolve(supabase);
  };
  const module: AuthModule = { ...double.module, auth: { ...double.module.auth, getSupabase } };
  return { ...double, outcome: { success: true, value: module } satisfies LoadOutcome<AuthModule>, clients: () => clients };
}

/** Loads of the page /orders/:order, which records the visits for which it loads data. */
function ordersPage(auth: LoadOutcome<AuthModule>, load?: () => Promise<void>) {
  const visits: PageVisit[] = [];
  const Orders: PageComponent = Object.assign(() => null, {
    load(visit: PageVisit) {
      visits.push(visit);
      return load?.();
    },
  });
  const manifest = manifestOf('orders', { routes: { order: '/orders/:order' } });
  const loads = new SiteLoads({
    modules: [moduleFor(manifest, RELEASE)],
    complete: true,
    releases: null,
    loadAuth: () => Promise.resolve(auth),
    loadPageModule: () => Promise.resolve({ success: true, value: { manifest: { ...manifest, title: { en: '' }, navigation: [] }, routes: { order: () => Promise.resolve({ default: Orders }) } } }),
  });
  return { loads, visits };
}

test('a page starts its first requests for a signed-in user, before it renders', async () => {
  const { loads, visits } = ordersPage(signIn({ user: ada }).outcome);
  await loads.preload('/orders/7');
  await settle();
  expect(visits).toEqual([{ params: { order: '7' }, user: ada, supabase }]);
});

test('of several routes that match a path, only the page that the router shows is loaded', async () => {
  const manifest = manifestOf('orders', { routes: { order: '/orders/:order', totals: '/orders/totals' } });
  const loaded: string[] = [];
  const page = (route: string) => () => {
    loaded.push(route);
    return Promise.resolve({ default: () => null });
  };
  const loads = new SiteLoads({
    modules: [moduleFor(manifest, RELEASE)],
    complete: true,
    releases: null,
    loadAuth: () => Promise.resolve(signIn({ user: ada }).outcome),
    loadPageModule: () => Promise.resolve({ success: true, value: { manifest: { ...manifest, title: { en: '' }, navigation: [] }, routes: { order: page('order'), totals: page('totals') } } }),
  });
  await loads.preload('/orders/totals');
  expect(loaded).toEqual(['totals']);
});

test('waits until the stored session has been read', async () => {
  const { outcome, set } = signIn({ status: 'starting' });
  const { loads, visits } = ordersPage(outcome);
  await loads.preload('/orders/7');
  await settle();
  expect(visits).toEqual([]);
  set({ status: 'ready', user: ada });
  set({ loading: true });
  await settle();
  expect(visits).toHaveLength(1);
});

test.each<[string, ReturnType<typeof signIn>]>([
  ['whose session has ended', signIn({ user: null })],
  ['who still has to enter a code', signIn({ user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal2' } })],
  ['whose sign-in could not start', signIn({ status: 'failed' })],
])('requests nothing for a user %s', async (_, { outcome }) => {
  const { loads, visits } = ordersPage(outcome);
  await loads.preload('/orders/7');
  await settle();
  expect(visits).toEqual([]);
});

test('does not load supabase-js for a visitor without a session', async () => {
  const { outcome, clients } = signIn({}, false);
  const { loads, visits } = ordersPage(outcome);
  await loads.preload('/orders/7');
  await settle();
  expect([visits, clients()]).toEqual([[], 0]);
});

test('a failure of the data, or of the sign-in, does not fail the page', async () => {
  for (const auth of [signIn({ user: ada }).outcome, unavailable('auth')]) {
    const { loads } = ordersPage(auth, () => Promise.reject(new Error('The service is down.')));
    await loads.preload('/orders/7');
    await settle();
    expect(loads.page('orders', RELEASE, 'order').outcome?.success).toBe(true);
  }
});
