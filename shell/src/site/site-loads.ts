import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import type { ComponentType } from 'react';
import { KeptLoads, type KeptLoad } from './kept-loads.ts';
import { RemoteUnavailableError, type LoadOutcome, type SiteSource } from './site-source.ts';

/** The loads of one tab: each part of the site is loaded once; one that failed is loaded anew when it is asked for again. */
export class SiteLoads {
  readonly source: SiteSource;
  readonly #auth = new KeptLoads<AuthModule>();
  readonly #modules = new KeptLoads<PageModule>();
  readonly #pages = new KeptLoads<ComponentType>();
  #firstScreen: Promise<unknown> | null = null;

  constructor(source: SiteSource) {
    this.source = source;
  }

  auth(): KeptLoad<AuthModule> {
    return this.#auth.get('auth', () => this.source.loadAuth());
  }

  module(name: string): KeptLoad<PageModule> {
    return this.#modules.get(name, () => this.source.loadPageModule(name));
  }

  /** The component of a module's route. */
  page(name: string, route: string): KeptLoad<ComponentType> {
    return this.#pages.get(`${name}/${route}`, () => this.#loadPage(name, route));
  }

  /** Loads what the first screen needs, once; done when each part of it came to something. */
  firstScreen(): Promise<unknown> {
    this.#firstScreen ??= Promise.all([this.auth().promise, this.prepare(location.pathname)]);
    return this.#firstScreen;
  }

  /** Begins to load the page of a path, where it is a module's, before the router asks for it. */
  async prepare(pathname: string): Promise<void> {
    for (const { name, routes } of this.source.pages) {
      for (const [route, pattern] of Object.entries(routes)) {
        if (matchRoutePattern(pattern, pathname)) await this.page(name, route).promise;
      }
    }
  }

  async #loadPage(name: string, route: string): Promise<LoadOutcome<ComponentType>> {
    const module = await this.module(name).promise;
    if (!module.success) return module;
    try {
      const load = module.value.routes[route];
      if (!load) throw new Error(`It has no route ${route}.`);
      return { success: true, value: (await load()).default };
    } catch (cause) {
      return { success: false, error: new RemoteUnavailableError(name, null, 'Its page could not be loaded.', { cause }) };
    }
  }
}
