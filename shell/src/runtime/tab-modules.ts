import { matchRoutePattern, rankRoutePattern } from '@atrium/releases/route-pattern';
import { Listeners } from './listeners.ts';
import type { RemoteUnavailableError, SiteModule } from './site-source.ts';

/** A page module in this tab. */
export interface TabModule extends SiteModule {
  /** Why the release does not work: the previous one runs instead, or, without one, an error card. Null if the release itself runs. */
  readonly failure: RemoteUnavailableError | null;
  /** No longer part of the site: not in the menu, and removed when the user leaves its page. */
  readonly retired: boolean;
}

/** The release of a module whose code the tab runs. */
export function runningRelease({ release, previous, failure }: TabModule): string {
  return failure && previous ? previous : release;
}

/** The route of a module that the router shows at a path; null if the path belongs to none of them. */
export function openRoute(routes: Readonly<Record<string, string>>, pathname: string): string | null {
  const matching = Object.entries(routes).filter(([, pattern]) => matchRoutePattern(pattern, pathname));
  const [first] = matching.sort(([, one], [, other]) => rankRoutePattern(other) - rankRoutePattern(one));
  return first?.[0] ?? null;
}

/** A module as a tab first has it. */
export function newInTab(module: SiteModule): TabModule {
  return { ...module, failure: null, retired: false };
}

/** The tab's registry of page modules. The list is replaced, never mutated, so that React components notice changes. */
export class TabModules {
  #list: readonly TabModule[];
  #complete: boolean;
  /** Name of the module whose page an error card replaces on screen; null without such a card. */
  failedOnScreen: string | null = null;
  readonly #listeners = new Listeners();

  constructor(modules: readonly SiteModule[], complete: boolean) {
    this.#list = modules.map(newInTab);
    this.#complete = complete;
  }

  get list(): readonly TabModule[] {
    return this.#list;
  }

  /** Whether the list has every module of the site. */
  get complete(): boolean {
    return this.#complete;
  }

  named(name: string): TabModule | undefined {
    return this.#list.find(({ manifest }) => manifest.name === name);
  }

  /** The module that a path belongs to. */
  at(pathname: string): TabModule | undefined {
    return this.#list.find(({ manifest }) => Object.values(manifest.routes).some((path) => matchRoutePattern(path, pathname)));
  }

  /** Replaces the list. */
  replace(list: readonly TabModule[], complete: boolean): void {
    this.#list = list;
    this.#complete = complete;
    this.#listeners.notify();
  }

  /** Records why a module's release does not work, or, with null, that it works again. */
  setFailure(name: string, failure: RemoteUnavailableError | null): void {
    this.replace(this.#list.map((module) => (module.manifest.name === name ? { ...module, failure } : module)), this.#complete);
  }

  /** Falls back to the module's previous release, if it has one and the failed release is its current one. */
  fallBack(error: RemoteUnavailableError): void {
    const module = this.named(error.remote);
    // The previous release has no release to fall back to.
    if (module?.previous && module.release === error.release) this.setFailure(error.remote, error);
  }

  /** Calls the listener after every change. Returns the function that unsubscribes it. */
  readonly subscribe = this.#listeners.subscribe;
}
