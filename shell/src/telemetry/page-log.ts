import { matchRoutePattern } from '@atrium/releases/route-pattern';
import { runningRelease, type TabModules } from '../site/tab-modules.ts';
import type { Attributes } from './otlp.ts';

/** So many visits are kept: the first, which is what was loaded, and the last ones. */
const MOST_KEPT = 50;

interface Visit {
  /** Milliseconds since the page was loaded, as `performance.now()`. */
  readonly since: number;
  readonly page: Attributes;
}

/**
 * Which pages were on screen when: what is measured at the end of a visit may be of a page that was left long ago. Pages
 * go by their module, its release and their path's pattern; no address is kept, as it may name a person or hold a token.
 */
export class PageLog {
  readonly #modules: TabModules;
  readonly #visits: Visit[];

  constructor(modules: TabModules) {
    this.#modules = modules;
    this.#visits = [{ since: 0, page: this.#pageNow() }];
  }

  /** Looks at which page is on screen now. */
  look(): void {
    const page = this.#pageNow();
    const last = this.#visits.at(-1)?.page;
    if (last && Object.entries(page).every(([key, value]) => last[key] === value)) return;
    this.#visits.push({ since: performance.now(), page });
    if (this.#visits.length > MOST_KEPT) this.#visits.splice(1, 1);
  }

  /** What is said of the page that was on screen at a time: milliseconds since the page was loaded. */
  at(time: number): Attributes {
    return this.#visits.findLast(({ since }) => since <= time)?.page ?? {};
  }

  #pageNow(): Attributes {
    const { pathname } = location;
    const module = this.#modules.at(pathname);
    const pattern = Object.values(module?.facts.routes ?? {}).find((path) => matchRoutePattern(path, pathname));
    return {
      'atrium.page.module': module?.facts.name,
      'atrium.page.release': module && runningRelease(module),
      // Of the shell's own pages only the first has an address that nobody chooses.
      'url.template': pattern ?? (pathname === '/' ? '/' : undefined),
    };
  }
}
