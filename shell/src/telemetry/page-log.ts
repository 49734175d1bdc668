import { openRoute, runningRelease, type TabModules } from '../runtime/tab-modules.ts';
import type { Attributes } from './otlp.ts';

/** Maximum recorded visits: the first, of the page that was loaded, and the latest ones. */
const MAX_VISITS = 50;

interface Visit {
  /** Milliseconds since the page loaded, as `performance.now()`. */
  readonly since: number;
  readonly page: Attributes;
}

/**
 * Records which page was on screen when, because a measurement may belong to a page that the user left long ago. A page is
 * identified by its module, release and route pattern; URLs are not recorded, as they may name a person or hold a token.
 */
export class PageLog {
  readonly #modules: TabModules;
  readonly #visits: Visit[];

  constructor(modules: TabModules) {
    this.#modules = modules;
    this.#visits = [{ since: 0, page: this.#pageNow() }];
  }

  /** Records the page on screen, if it is another one. */
  update(): void {
    const page = this.#pageNow();
    const last = this.#visits.at(-1)?.page;
    if (last && Object.entries(page).every(([key, value]) => last[key] === value)) return;
    this.#visits.push({ since: performance.now(), page });
    if (this.#visits.length > MAX_VISITS) this.#visits.splice(1, 1);
  }

  /** The attributes of the page that was on screen at a time, in milliseconds since the page loaded. */
  at(time: number): Attributes {
    return this.#visits.findLast(({ since }) => since <= time)?.page ?? {};
  }

  #pageNow(): Attributes {
    const { pathname } = location;
    const module = this.#modules.at(pathname);
    const routes = module?.manifest.routes ?? {};
    const pattern = routes[openRoute(routes, pathname) ?? ''];
    return {
      'atrium.page.module': module?.manifest.name,
      'atrium.page.release': module && runningRelease(module),
      // The start page is the only shell page whose URL is sent.
      'url.template': pattern ?? (pathname === '/' ? '/' : undefined),
    };
  }
}
