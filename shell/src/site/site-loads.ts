import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import type { ComponentType } from 'react';
import type { OpenTab } from '../open-tab/open-tab.ts';
import { KeptLoads, type KeptLoad } from './kept-loads.ts';
import { LaterPart } from './later-part.ts';
import { RemoteUnavailableError, type LoadOutcome, type SiteSource } from './site-source.ts';
import { runningRelease, TabModules } from './tab-modules.ts';

/** The loads of one tab: each part of the site is loaded once; one that failed is loaded anew when it is asked for again. */
export class SiteLoads {
  readonly source: SiteSource;
  readonly modules: TabModules;
  /** What an open tab does beyond its first screen. */
  readonly openTab = new LaterPart<OpenTab>();
  /** The pages that are known to work, by {@link pageKey}: one that fails now is no fault of its release alone. */
  readonly working = new Set<string>();
  readonly #auth = new KeptLoads<AuthModule>();
  readonly #modules = new KeptLoads<PageModule>();
  readonly #pages = new KeptLoads<ComponentType>();
  #firstScreen: Promise<unknown> | null = null;

  constructor(source: SiteSource) {
    this.source = source;
    this.modules = new TabModules(source.modules, source.complete);
  }

  auth(): KeptLoad<AuthModule> {
    return this.#auth.get('auth', () => this.source.loadAuth());
  }

  module(name: string, release: string): KeptLoad<PageModule> {
    return this.#modules.get(`${name}/${release}`, async () => {
      const outcome = await this.source.loadPageModule(name, release);
      if (!outcome.success) this.#reported(outcome.error);
      return outcome;
    });
  }

  /** The component of a route, from one release of its module. */
  page(name: string, release: string, route: string): KeptLoad<ComponentType> {
    return this.#pages.get(pageKey(name, release, route), () => this.#loadPage(name, release, route));
  }

  /**
   * Another try at a page that could not be shown: with the release itself, then with the one that stands in for it.
   * Null where the tab takes another release instead, because one has gone live meanwhile, or has lost the module.
   */
  async retry(name: string, route: string): Promise<KeptLoad<ComponentType> | null> {
    const failed = this.modules.named(name)?.release;
    await this.learnWhatIsLive();
    const module = this.modules.named(name);
    if (!module || module.release !== failed) return null;
    const page = this.page(name, module.release, route);
    const { success } = await page.promise;
    if (success) this.modules.setInstead(name, null);
    if (success || !module.previous) return page;
    const previous = this.page(name, module.previous, route);
    await previous.promise;
    return previous;
  }

  /** Asks the site's server what is live, and takes it: a page that failed may be fixed there. Without an answer nothing changes. */
  async learnWhatIsLive(): Promise<void> {
    if (!this.source.releases) return;
    await this.openTab.get().then((openTab) => openTab.askWhatIsLive()).catch(() => undefined);
  }

  /** Notes that an error card replaces a module's page on screen, until the returned function is called. */
  cardAppeared(name: string): () => void {
    this.modules.failedOnScreen = name;
    void this.openTab.arrived.then((openTab) => openTab.cardAppeared());
    return () => {
      this.modules.failedOnScreen = null;
    };
  }

  /** Notes that a page is on screen. */
  pageAppeared(name: string, release: string, route: string): void {
    void this.openTab.arrived.then((openTab) => openTab.pageAppeared(name, release, route));
  }

  /** Reports a page that failed on screen. */
  pageFailed(name: string, release: string, route: string, cause: unknown): PageFailure {
    const atOnce = !this.working.has(pageKey(name, release, route));
    const error = new RemoteUnavailableError(name, release, 'The page ran into an error.', { cause });
    return { error: this.#reported(error, atOnce ? 'render' : 'use'), atOnce };
  }

  /** Loads what the first screen needs, once; done when each part of it came to something. */
  firstScreen(): Promise<unknown> {
    this.#firstScreen ??= Promise.all([this.auth().promise, this.prepare(location.pathname)]);
    return this.#firstScreen;
  }

  /**
   * Begins to load the page of a path, where it is a module's, before the router asks for it. Where that fails, nothing
   * changes: the page on screen may be of the same release.
   */
  async prepare(pathname: string): Promise<void> {
    const module = this.modules.at(pathname);
    if (!module) return;
    const { name, routes } = module.facts;
    const release = runningRelease(module);
    for (const [route, pattern] of Object.entries(routes)) {
      if (matchRoutePattern(pattern, pathname)) await this.page(name, release, route).promise;
    }
  }

  async #loadPage(name: string, release: string, route: string): Promise<LoadOutcome<ComponentType>> {
    const loaded = await this.module(name, release).promise;
    if (!loaded.success) return loaded;
    const { facts, routes } = loaded.value;
    try {
      const load = routes[route];
      const module = this.modules.named(name);
      // A release that stands in for another may have other pages at these paths.
      if (!load || (module?.previous === release && facts.routes[route] !== module.facts.routes[route])) {
        throw new Error(`It has no route ${route}.`);
      }
      return { success: true, value: (await load()).default };
    } catch (cause) {
      return { success: false, error: this.#reported(new RemoteUnavailableError(name, release, 'It could not be loaded.', { cause })) };
    }
  }

  /** The error of a part that failed, once the console has it, and the open tab as soon as there is one. */
  #reported(error: RemoteUnavailableError, stage: FailureStage = 'load'): RemoteUnavailableError {
    const { remote, release, trace, message } = error;
    console.error(`The page module ${remote} is not available: ${message} (release ${release}, trace ${trace})`, error);
    void this.openTab.arrived.then((openTab) => openTab.partFailed(error, stage));
    return error;
  }
}

/** What a part of the site failed at: when it was loaded, when it was started, as a page that never worked, or as one that had. */
export type FailureStage = 'load' | 'start' | 'render' | 'use';

/** A page that threw an error. */
export interface PageFailure {
  readonly error: RemoteUnavailableError;
  /** Whether it did before it was known to work. */
  readonly atOnce: boolean;
}

/** Names one page of one release. */
export function pageKey(name: string, release: string, route: string): string {
  return `${name}/${release}/${route}`;
}
