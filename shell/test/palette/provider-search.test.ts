import type { PageModule, SearchContext, SearchLoader } from '@atrium/page-kit/contract/page-module';
import { ProviderSearch, type OfferedProvider } from '../../src/palette/provider-search.ts';
import type { OpenTab } from '../../src/runtime/open-tab.ts';
import { SiteLoads } from '../../src/runtime/site-loads.ts';
import { newInTab } from '../../src/runtime/tab-modules.ts';
import { connectDouble } from '../connect-double.ts';
import { manifestOf, moduleFor, moduleOf } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';

type Provider = Awaited<ReturnType<SearchLoader>>['default'];

/** What a provider does, whatever the contract says. */
type Find = (query: string, context: SearchContext) => Promise<unknown>;

/** A search in modules with one provider each, `orders.all` and so on. */
function searchIn(providers: Readonly<Record<string, Find>>, loading: Promise<void> = Promise.resolve()) {
  const names = Object.keys(providers);
  const loads = new SiteLoads({
    modules: names.map((name) => moduleFor(manifestOf(name))),
    complete: true,
    releases: null,
    loadAuth: () => new Promise(() => undefined),
    loadPageModule: (name) => Promise.resolve({ success: true, value: withSearch(name, providers[name], loading) }),
  });
  const failed: string[] = [];
  loads.openTab.provide(() => Promise.resolve({ partFailed: ({ remote, message }, stage) => failed.push(`${remote} ${stage}: ${message}`) } as Pick<OpenTab, 'partFailed'> as OpenTab));
  void loads.openTab.get();
  const offered = names.map((name): OfferedProvider => ({ module: newInTab(moduleFor(manifestOf(name))), key: 'all', declaration: { title: { en: name } } }));
  const search = new ProviderSearch(loads, signInDouble().module.auth);
  const shown = () => search.outcomes.map(({ provider, status, results }) => `${provider.module.manifest.name} ${status}: ${results.map(({ title }) => title).join(', ')}`);
  return { search, shown, failed, setQuery: (query: string) => search.setQuery(query, offered) };
}

function withSearch(name: string, find: Find | undefined, loading: Promise<void>): PageModule {
  return { ...moduleOf(manifestOf(name), () => null), search: { all: () => loading.then(() => ({ default: find as Provider })) } };
}

const result = (title: string, extra: object = {}) => ({ key: title, title, to: { page: 'orders.main' }, ...extra });
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  jest.useFakeTimers();
  connectDouble({ patternOf: (module, route) => (route === 'main' ? `/${module}` : null) });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('asks once the user pauses typing, with the trimmed query, and shows results as they arrive', async () => {
  const asked: string[] = [];
  let respond: (results: readonly unknown[]) => void = () => undefined;
  const { setQuery, shown } = searchIn({
    orders: (query) => {
      asked.push(query);
      return Promise.resolve([result(`Order of ${query}`)]);
    },
    stock: () => new Promise((resolve) => (respond = resolve)),
  });
  setQuery('a');
  await jest.advanceTimersByTimeAsync(119);
  setQuery('ab ');
  await jest.advanceTimersByTimeAsync(119);
  expect(asked).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['ab']);
  expect(shown()).toEqual(['orders done: Order of ab', 'stock waiting: ']);
  respond([result('Pencils')]);
  await jest.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['orders done: Order of ab', 'stock done: Pencils']);
});

test('a provider that does not respond in time affects no other, and is not reported', async () => {
  const signals: AbortSignal[] = [];
  const { setQuery, shown, failed } = searchIn({
    orders: (_query, { signal }) => {
      signals.push(signal);
      return never();
    },
    stock: () => Promise.resolve([result('Pencils')]),
  });
  setQuery('a');
  await jest.advanceTimersByTimeAsync(120 + 2_499);
  expect(shown()).toEqual(['orders waiting: ', 'stock done: Pencils']);
  await jest.advanceTimersByTimeAsync(1);
  expect(shown()).toEqual(['orders failed: ', 'stock done: Pencils']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(failed).toEqual([]);
});

test('the time in which the code of a provider loads does not count, up to ten seconds', async () => {
  let loaded: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => (loaded = resolve));
  const { setQuery, shown } = searchIn({ orders: () => Promise.resolve([result('Pencils')]) }, loading);
  setQuery('a');
  await jest.advanceTimersByTimeAsync(120 + 9_999);
  expect(shown()).toEqual(['orders waiting: ']);
  loaded();
  await jest.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['orders done: Pencils']);

  const stalled = searchIn({ orders: never }, never());
  stalled.setQuery('a');
  await jest.advanceTimersByTimeAsync(120 + 10_000);
  expect(stalled.shown()).toEqual(['orders failed: ']);
});

test('another query aborts the search before, whose late results are ignored', async () => {
  const searches: { readonly query: string; readonly signal: AbortSignal; readonly resolve: (results: readonly unknown[]) => void }[] = [];
  const { setQuery, search, shown, failed } = searchIn({
    orders: (query, { signal }) => new Promise((resolve, fail) => {
      searches.push({ query, signal, resolve });
      signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    }),
  });
  setQuery('a');
  await jest.advanceTimersByTimeAsync(120);
  setQuery('ab');
  expect(searches[0]?.signal.aborted).toBe(true);
  await jest.advanceTimersByTimeAsync(120);
  searches[0]?.resolve([result('late')]);
  searches[1]?.resolve([result('right')]);
  await jest.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['orders done: right']);
  setQuery('abc');
  expect(shown()).toEqual(['orders waiting: right']);
  await jest.advanceTimersByTimeAsync(120);
  search.stop();
  expect(searches[2]?.signal.aborted).toBe(true);
  setQuery('');
  expect(shown()).toEqual([]);
  expect(failed).toEqual([]);
});

test('an aborted search of a provider that ignores the signal changes nothing', async () => {
  const { setQuery, shown } = searchIn({ orders: (query) => (query === 'a' ? Promise.resolve([result('Pencils')]) : never()) });
  setQuery('a');
  await jest.advanceTimersByTimeAsync(120);
  setQuery('ab');
  await jest.advanceTimersByTimeAsync(120);
  setQuery('abc');
  await jest.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['orders waiting: Pencils']);
});

test('asks providers that become known after the user has typed', async () => {
  const { search, shown, setQuery } = searchIn({ orders: () => Promise.resolve([result('A')]) });
  search.setQuery('a', []);
  await jest.advanceTimersByTimeAsync(120);
  setQuery('a');
  await jest.advanceTimersByTimeAsync(120);
  expect(shown()).toEqual(['orders done: A']);
});

test.each<[string, Find]>([
  ['throws', () => Promise.reject(new Error('boom'))],
  ['throws before it returns', () => {
    throw new Error('boom');
  }],
  ['returns no list', () => Promise.resolve('results')],
  ['returns nothing', () => Promise.resolve(undefined)],
  ['returns results without a title', () => Promise.resolve([{ key: 'a', to: { page: 'orders.main' } }])],
  ['returns results with an empty title', () => Promise.resolve([result(' ')])],
  ['returns results without a page', () => Promise.resolve([{ key: 'a', title: 'A' }])],
  ['returns parameters that are no texts', () => Promise.resolve([result('A', { to: { page: 'orders.main', params: { id: 7 } } })])],
  ['returns results that throw when they are read', () => Promise.resolve([{ key: 'a', get title(): string {
    throw new Error('boom');
  } }])],
])('a provider that %s is reported and affects no other', async (_what, find) => {
  const { setQuery, shown, failed } = searchIn({ orders: find, stock: () => Promise.resolve([result('Pencils')]) });
  setQuery('a');
  await jest.advanceTimersByTimeAsync(120);
  expect(shown()).toEqual(['orders failed: ', 'stock done: Pencils']);
  expect(failed).toEqual(['orders search: The search all failed.']);
});

test('bounds the number of results and the length of their texts', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => result(`${index} ${'x'.repeat(10_000)}`, { key: String(index), detail: 'y'.repeat(10_000) }));
  const { setQuery, search } = searchIn({ orders: () => Promise.resolve(many) });
  setQuery('a');
  await jest.advanceTimersByTimeAsync(120);
  const { results = [] } = search.outcomes[0] ?? {};
  expect(results).toHaveLength(20);
  expect(results.map(({ title, detail }) => [title.length, detail?.length])).toEqual(results.map(() => [200, 200]));
});

test('leaves out repeated keys and pages that the site does not have', async () => {
  const { setQuery, search } = searchIn({
    orders: () => Promise.resolve([result('A'), result('A', { title: 'Again' }), result('B', { to: { page: 'gone.main' } }), result('C', { to: { page: 'nowhere.gone' } })]),
  });
  setQuery('a');
  await jest.advanceTimersByTimeAsync(120);
  expect(search.outcomes[0]?.results.map(({ title, path }) => [title, path])).toEqual([['A', '/orders'], ['B', '/gone']]);
});
