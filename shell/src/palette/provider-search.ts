import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PageModule, SearchResult } from '@atrium/page-kit/contract/page-module';
import { parseSearchResults } from '@atrium/page-kit/search-results';
import { pagePath } from '@atrium/page-kit/site';
import type { Contributions } from '@atrium/releases/wire';
import { isForUser, type ModuleContributions } from '../runtime/contributions.ts';
import { Listeners } from '../runtime/listeners.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import type { TabModule } from '../runtime/tab-modules.ts';
import { loadCode, reportFailure, type Visitor } from './commands.ts';

/** Milliseconds without a key press before providers are asked. */
const TYPING_PAUSE = 120;

/** Milliseconds that a provider has to respond. */
const TIME_LIMIT = 2_500;

/** Milliseconds that the code of a provider has to load before that: more, for slow networks. */
const LOAD_TIME_LIMIT = 10_000;

/** A provider of search results for the user. */
export interface OfferedProvider {
  readonly module: TabModule;
  readonly key: string;
  readonly declaration: NonNullable<Contributions['search']>[string];
}

/** A result, with the path that it opens. */
export interface FoundResult extends Pick<SearchResult, 'key' | 'title' | 'detail' | 'icon'> {
  readonly path: string;
}

/** What a provider has found. */
export interface ProviderOutcome {
  readonly provider: OfferedProvider;
  readonly status: 'waiting' | 'done' | 'failed';
  /** While waiting, the results for the previous query, so that the list does not flicker while the user types. */
  readonly results: readonly FoundResult[];
}

/** The search providers for a user, in the menu's order of the modules. */
export function offeredProviders(contributions: readonly ModuleContributions[], visitor: Visitor): readonly OfferedProvider[] {
  return contributions.flatMap(({ module, contributions: { search = {} } }) =>
    Object.entries(search).flatMap(([key, declaration]) => (isForUser(declaration, visitor) ? [{ module, key, declaration }] : [])),
  );
}

/** Asks the search providers of all modules. One that fails or does not respond in time affects no other. */
export class ProviderSearch {
  readonly #loads: SiteLoads;
  readonly #auth: AuthHandle;
  readonly #listeners = new Listeners();
  #outcomes: readonly ProviderOutcome[] = [];
  #query = '';
  #providers: readonly OfferedProvider[] = [];
  #current = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(loads: SiteLoads, auth: AuthHandle) {
    this.#loads = loads;
    this.#auth = auth;
  }

  /** In the order of the providers. The list is replaced, never changed. */
  get outcomes(): readonly ProviderOutcome[] {
    return this.#outcomes;
  }

  /** Calls the listener after each change. Returns the function that unsubscribes it. */
  readonly subscribe = this.#listeners.subscribe;

  /** Aborts the previous search, and asks the providers once the user pauses typing. Asks none for an empty query. */
  setQuery(text: string, providers: readonly OfferedProvider[]): void {
    const query = text.trim();
    // A change of the sign-in can make another list of the same providers.
    const hasSameProviders = providers.length === this.#providers.length && providers.every((provider, index) => isSame(provider, this.#providers[index]));
    if (query === this.#query && hasSameProviders) return;
    this.#query = query;
    this.#providers = providers;
    this.stop();
    const before = this.#outcomes;
    const resultsOf = (provider: OfferedProvider) => before.find((outcome) => isSame(outcome.provider, provider))?.results ?? [];
    this.#replace(query === '' ? [] : providers.map((provider) => ({ provider, status: 'waiting', results: resultsOf(provider) })));
    if (query === '') return;
    const { signal } = (this.#current = new AbortController());
    this.#timer = setTimeout(() => {
      for (const provider of providers) void this.#ask(provider, query, signal);
    }, TYPING_PAUSE);
  }

  /** Asks a provider that has failed once more. */
  retry(provider: OfferedProvider): void {
    this.#settle(provider, { status: 'waiting', results: [] });
    void this.#ask(provider, this.#query, this.#current.signal);
  }

  /** Aborts the search: the palette closes. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#current.abort();
  }

  async #ask(provider: OfferedProvider, query: string, search: AbortSignal): Promise<void> {
    const { module, key } = provider;
    const own = new AbortController();
    const end = () => own.abort();
    search.addEventListener('abort', end);
    let timer = setTimeout(end, LOAD_TIME_LIMIT);
    const onLoaded = () => {
      clearTimeout(timer);
      if (!own.signal.aborted) timer = setTimeout(end, TIME_LIMIT);
    };
    try {
      const found = this.#find(provider, query, own.signal, onLoaded);
      // Nothing awaits `found` after an abort, and a late rejection would be reported as unhandled.
      found.catch(() => undefined);
      const results = await Promise.race([found, aborted(own.signal)]);
      if (!search.aborted) this.#settle(provider, results ? { status: 'done', results } : { status: 'failed', results: [] });
      if (!search.aborted && !results) console.warn(`The search ${key} of the page module ${module.manifest.name} took too long.`);
    } catch (cause) {
      if (search.aborted) return;
      this.#settle(provider, { status: 'failed', results: [] });
      reportFailure(this.#loads, module, 'search', `The search ${key} failed.`, cause);
    } finally {
      clearTimeout(timer);
      search.removeEventListener('abort', end);
    }
  }

  async #find({ module, key }: OfferedProvider, query: string, signal: AbortSignal, onLoaded: () => void): Promise<readonly FoundResult[]> {
    const find = await loadCode(this.#loads, module, (code: PageModule) => code.search?.[key]);
    onLoaded();
    return signal.aborted ? [] : parseResults(await find(query, { auth: this.#auth, signal }));
  }

  #settle(provider: OfferedProvider, change: Pick<ProviderOutcome, 'status' | 'results'>): void {
    this.#replace(this.#outcomes.map((outcome) => (outcome.provider === provider ? { provider, ...change } : outcome)));
  }

  #replace(outcomes: readonly ProviderOutcome[]): void {
    this.#outcomes = outcomes;
    this.#listeners.notify();
  }
}

function isSame(one: OfferedProvider, other: OfferedProvider | undefined): boolean {
  return one.key === other?.key && one.module.manifest.name === other.module.manifest.name;
}

/** Resolves with null when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/**
 * The results of a provider that lead to pages of the site, each key once.
 *
 * @throws ValiError or RouteParameterError if they are malformed
 */
function parseResults(found: unknown): readonly FoundResult[] {
  const results = new Map<string, FoundResult>();
  for (const { to, ...result } of parseSearchResults(found)) {
    const path = pagePath(to);
    if (path !== null && !results.has(result.key)) results.set(result.key, { ...result, path });
  }
  return [...results.values()];
}
