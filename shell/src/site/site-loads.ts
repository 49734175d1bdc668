import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import type { ComponentType } from 'react';
import { KeptLoads, type KeptLoad } from './kept-loads.ts';
import { RemoteUnavailableError, type LoadOutcome, type SiteSource } from './site-source.ts';

/** The loads of one tab: each part of the site is loaded once, and anew after `retry…`. */
export class SiteLoads {
  readonly source: SiteSource;
  readonly #auth = new KeptLoads<AuthModule>();
  readonly #modules = new KeptLoads<PageModule>();
  readonly #pages = new KeptLoads<ComponentType>();

  constructor(source: SiteSource) {
    this.source = source;
  }

  auth(): KeptLoad<AuthModule> {
    return this.#auth.get('auth', () => this.source.loadAuth());
  }

  /** Loads the auth remote anew, after a load of it failed. */
  retryAuth(): KeptLoad<AuthModule> {
    this.#auth.forget('auth');
    return this.auth();
  }

  module(name: string): KeptLoad<PageModule> {
    return this.#modules.get(name, () => this.source.loadPageModule(name));
  }

  /** The component of a module's route. */
  page(name: string, route: string): KeptLoad<ComponentType> {
    return this.#pages.get(`${name}/${route}`, () => this.#loadPage(name, route));
  }

  /** The page of an address, where it is a module's, begun before the router asks for it. */
  async firstPage(pathname: string): Promise<void> {
    for (const { name, routes } of this.source.pages) {
      for (const [route, pattern] of Object.entries(routes)) {
        if (matchRoutePattern(pattern, pathname)) await this.page(name, route).promise;
      }
    }
  }

  /** Loads a page anew after its load failed, and its module too if that was what failed. */
  retryPage(name: string, route: string): KeptLoad<ComponentType> {
    const key = `${name}/${route}`;
    this.#pages.forget(key);
    return this.#pages.get(key, async () => {
      if (!(await this.module(name).promise).success) this.#modules.forget(name);
      return this.#loadPage(name, route);
    });
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
