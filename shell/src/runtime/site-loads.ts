import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageComponent, PageModule } from '@atrium/page-kit/contract/page-module';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import { releaseKey } from '@atrium/releases/wire';
import { DeferredPart } from './deferred-part.ts';
import type { OpenTab } from './open-tab.ts';
import { loadFirstData } from './first-data.ts';
import { RemoteUnavailableError, type FailureStage, type LoadOutcome, type SiteSource } from './site-source.ts';
import { openRoute, runningRelease, TabModules } from './tab-modules.ts';

/** A load: its promise, and its outcome once that is known. */
export interface Load<Value> {
  readonly promise: Promise<LoadOutcome<Value>>;
  /** Null while the load is under way. */
  readonly outcome: LoadOutcome<Value> | null;
}

/** The loads of one tab. Each part of the site loads once; a failed load is retried when the part is requested again. */
export class SiteLoads {
  readonly source: SiteSource;
  readonly modules: TabModules;
  /** The code that loads after the first screen. */
  readonly openTab = new DeferredPart<OpenTab>();
  /** The pages and extensions that are known to work, by {@link partKey}: if one fails now, its release alone is not to blame. */
  readonly workingParts = new Set<string>();
  readonly #auth = new LoadCache<AuthModule>();
  readonly #modules = new LoadCache<PageModule>();
  readonly #pages = new LoadCache<PageComponent>();
  #firstScreen: Promise<unknown> | null = null;

  constructor(source: SiteSource) {
    this.source = source;
    this.modules = new TabModules(source.modules, source.complete);
  }

  auth(): Load<AuthModule> {
    return this.#auth.get('auth', () => this.source.loadAuth());
  }

  module(name: string, release: string): Load<PageModule> {
    return this.#modules.get(releaseKey(name, release), async () => {
      const outcome = await this.source.loadPageModule(name, release);
      if (!outcome.success) this.#report(outcome.error);
      return outcome;
    });
  }

  /** The component of a route, from one release of its module. */
  page(name: string, release: string, route: string): Load<PageComponent> {
    const pattern = this.#patternFor(name, release, route);
    return this.#pages.get(pageKey(name, release, route, pattern), () =>
      this.loadPart({ name, release }, async ({ manifest, routes }) => {
        const load = routes[route];
        if (!load || (pattern !== null && manifest.routes[route] !== pattern)) throw new Error(`It has no route ${route}.`);
        return (await load()).default;
      }),
    );
  }

  /** The path that a page of the previous release must have to replace the live one: it may have other pages at these paths. Null for other releases. */
  #patternFor(name: string, release: string, route: string): string | null {
    const module = this.modules.named(name);
    return module?.previous === release ? (module.manifest.routes[route] ?? '') : null;
  }

  /** Loads a page, or with `extension` an extension, from a release of a module. */
  async loadPart<Value>(
    { name, release, extension }: { readonly name: string; readonly release: string; readonly extension?: string },
    load: (module: PageModule) => Promise<Value>,
  ): Promise<LoadOutcome<Value>> {
    const loaded = await this.module(name, release).promise;
    if (!loaded.success) return loaded;
    try {
      return { success: true, value: await load(loaded.value) };
    } catch (cause) {
      const options = extension === undefined ? { cause } : { cause, extension };
      return { success: false, error: this.#report(new RemoteUnavailableError(name, release, 'It could not be loaded.', options)) };
    }
  }

  /**
   * Retries a page or an extension that could not be shown: first with the release itself, then with the previous one.
   *
   * @param load starts or joins the load from a release
   * @returns null if the tab has switched to another release meanwhile, or no longer has the module
   */
  async retry<Value>(name: string, load: (release: string) => Load<Value>): Promise<Load<Value> | null> {
    const failed = this.modules.named(name)?.release;
    await this.refreshReleases();
    const module = this.modules.named(name);
    if (!module || module.release !== failed) return null;
    const live = load(module.release);
    const { success } = await live.promise;
    if (success) this.modules.setFailure(name, null);
    if (success || !module.previous) return live;
    const previous = load(module.previous);
    await previous.promise;
    return previous;
  }

  /** Fetches the live releases from the site's server and applies them, because they may fix a failed page. Without a response nothing changes. */
  async refreshReleases(): Promise<void> {
    if (!this.source.releases) return;
    await this.openTab.get().then((openTab) => openTab.refreshReleases()).catch(() => undefined);
  }

  /** Records that an error card replaces a module's page on screen, until the returned function is called. */
  cardAppeared(name: string): () => void {
    this.modules.failedOnScreen = name;
    void this.openTab.loaded.then((openTab) => openTab.cardAppeared());
    return () => {
      this.modules.failedOnScreen = null;
    };
  }

  /** Falls back to the previous release after a page or an extension did not appear. The release counts as failed for this visitor. */
  fallBack(error: RemoteUnavailableError): void {
    this.modules.fallBack(error);
    void this.openTab.loaded.then((openTab) => openTab.releaseFailed(error));
  }

  /** Records that a page is on screen. */
  pageAppeared(name: string, release: string, route: string): void {
    const time = performance.now();
    void this.openTab.loaded.then((openTab) => openTab.pageAppeared(name, release, route, time));
  }

  /** Reports a page or an extension that failed on screen. At the stage `render` its release is to blame. @param key its {@link partKey} */
  partFailed(error: RemoteUnavailableError, key: string): 'render' | 'use' {
    const stage = this.workingParts.has(key) ? 'use' : 'render';
    this.#report(error, stage);
    return stage;
  }

  /** Loads what the first screen needs, once. Resolves when each part has loaded or failed. */
  firstScreen(): Promise<unknown> {
    this.#firstScreen ??= Promise.all([this.auth().promise, this.preload(location.pathname)]);
    return this.#firstScreen;
  }

  /**
   * Loads the module page at a path, if there is one, before the router requests it, and starts its first requests. A failure
   * changes nothing yet: the page on screen may be of the same release.
   */
  async preload(pathname: string): Promise<void> {
    const found = this.#routeAt(pathname);
    if (!found) return;
    const page = await this.page(found.name, found.release, found.route).promise;
    if (page.success) void loadFirstData(page.value, found.params, this.auth().promise);
  }

  /** Preloads the page at a path that the user may open. A page or module that has failed is loaded again only by a visit. */
  async prefetch(pathname: string): Promise<void> {
    const found = this.#routeAt(pathname);
    if (!found) return;
    const { name, release, route } = found;
    const page = this.#pages.peek(pageKey(name, release, route, this.#patternFor(name, release, route)));
    const module = this.#modules.peek(releaseKey(name, release));
    if (page?.outcome?.success !== false && module?.outcome?.success !== false) await this.preload(pathname);
  }

  #routeAt(pathname: string) {
    const module = this.modules.at(pathname);
    if (!module) return null;
    const { name, routes } = module.manifest;
    const route = openRoute(routes, pathname);
    const params = route === null ? null : matchRoutePattern(routes[route] ?? '', pathname);
    return route === null || params === null ? null : { name, release: runningRelease(module), route, params };
  }

  /** Logs the error, passes it to the open tab once that has loaded, and returns it. */
  #report(error: RemoteUnavailableError, stage: FailureStage = 'load'): RemoteUnavailableError {
    const { remote, release, extension, trace, message } = error;
    const part = extension === null ? 'The page module' : `The extension ${extension} of`;
    const owner = this.modules.named(remote)?.manifest.owner ?? '–';
    console.error(`${part} ${remote} is not available: ${message} (release ${release}, owner ${owner}, trace ${trace})`, error);
    void this.openTab.loaded.then((openTab) => openTab.partFailed(error, stage));
    return error;
  }
}

/** Names one page or extension of one release. @param part key of the route, or `extension KEY` */
export function partKey(name: string, release: string, part: string): string {
  return `${name}/${release}/${part}`;
}

function pageKey(name: string, release: string, route: string, pattern: string | null): string {
  return `${partKey(name, release, route)} ${pattern ?? ''}`;
}

/** Caches loads, except failed ones: requesting those again starts another attempt. */
export class LoadCache<Value> {
  readonly #loads = new Map<string, Load<Value>>();

  /** The last load of that key, if there was one. */
  peek(key: string): Load<Value> | undefined {
    return this.#loads.get(key);
  }

  /** The load of that key: the one under way, the one that succeeded, or a new one. */
  get(key: string, start: () => Promise<LoadOutcome<Value>>): Load<Value> {
    const cached = this.#loads.get(key);
    if (cached && cached.outcome?.success !== false) return cached;
    const load: { promise: Promise<LoadOutcome<Value>>; outcome: LoadOutcome<Value> | null } = { promise: start(), outcome: null };
    void load.promise.then((outcome) => {
      load.outcome = outcome;
    });
    this.#loads.set(key, load);
    return load;
  }
}
