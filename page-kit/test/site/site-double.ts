import { act } from '@testing-library/react';
import { createElement } from 'react';
import { connectSite } from '../../src/site/site.ts';

/** A site whose pages a test can move. It records prefetched paths. */
export class SiteDouble {
  readonly prefetched: string[] = [];
  readonly #patterns = new Map<string, string>();
  #notify = (): void => undefined;

  constructor(pages: Readonly<Record<string, string>>) {
    for (const [page, pattern] of Object.entries(pages)) this.#patterns.set(page, pattern);
    connectSite({
      patternOf: (module, route) => this.#patterns.get(`${module}.${route}`) ?? null,
      subscribe: (listener) => {
        this.#notify = listener;
        return () => undefined;
      },
      prefetch: (pathname) => this.prefetched.push(pathname),
      renderSlot: () => null,
      preferences: { languages: [], current: () => ({ language: 'en', theme: 'system', singleKeyShortcuts: true }), subscribe: () => () => undefined, choose: () => undefined },
      renderNotFound: ({ title = 'Page not found', text, action }) => createElement('main', null, title, text, action),
    });
  }

  /** Moves a page to another path; null removes it. */
  move(page: string, pattern: string | null): void {
    if (pattern === null) this.#patterns.delete(page);
    else this.#patterns.set(page, pattern);
    act(() => this.#notify());
  }
}
