import { matchRoutePattern } from '@atrium/releases/route-pattern';
import type { RemoteUnavailableError, SiteModule } from './site-source.ts';

/** A page module as a tab has it. */
export interface TabModule extends SiteModule {
  /**
   * What is wrong with the release: the previous one runs in its place, or, where there is none, a card stands there.
   * Null if the release itself runs.
   */
  readonly instead: RemoteUnavailableError | null;
  /** No longer part of the site: out of the menu, and gone when its page is left. */
  readonly retired: boolean;
}

/** The release of a module whose code the tab runs. */
export function runningRelease({ release, previous, instead }: TabModule): string {
  return instead && previous ? previous : release;
}

/** The page modules of a tab. The list is replaced, never changed, so that components see what is new. */
export class TabModules {
  #list: readonly TabModule[];
  #complete: boolean;
  /** Name of the module whose page an error card replaces on screen; null while there is no such card. */
  failedOnScreen: string | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(modules: readonly SiteModule[], complete: boolean) {
    this.#list = modules.map(newInTab);
    this.#complete = complete;
  }

  get list(): readonly TabModule[] {
    return this.#list;
  }

  /** Whether the list has all modules of the site. */
  get complete(): boolean {
    return this.#complete;
  }

  named(name: string): TabModule | undefined {
    return this.#list.find(({ facts }) => facts.name === name);
  }

  /** The module that a path belongs to. */
  at(pathname: string): TabModule | undefined {
    return this.#list.find(({ facts }) => Object.values(facts.routes).some((path) => matchRoutePattern(path, pathname)));
  }

  /** Puts another list in the place of this one. */
  replace(list: readonly TabModule[], complete: boolean): void {
    this.#list = list;
    this.#complete = complete;
    for (const listener of this.#listeners) listener();
  }

  /** Notes why the previous release runs instead of the release, or, with null, that it does not any more. */
  setInstead(name: string, instead: RemoteUnavailableError | null): void {
    this.replace(this.#list.map((module) => (module.facts.name === name ? { ...module, instead } : module)), this.#complete);
  }

  /** Takes the previous release of a module, if there is one and the one that failed is the one it stands in for. */
  giveUp(error: RemoteUnavailableError): void {
    const module = this.named(error.remote);
    // A release that stands in for another has none to stand in for it.
    if (module?.previous && module.release === error.release) this.setInstead(error.remote, error);
  }

  /** Calls the listener after every change. Gives back the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** A module as a tab first has it. */
export function newInTab(module: SiteModule): TabModule {
  return { ...module, instead: null, retired: false };
}
