import { pageKey, type SiteLoads } from '../site/site-loads.ts';

/** Milliseconds on screen after which a page counts as one that works. */
const TRIAL = 5_000;

const USES = ['pointerdown', 'keydown'];

/**
 * The pages that were on screen in this tab. One that has been for some seconds, or that somebody used, works: what it
 * throws from then on is no fault of its release alone. Before that it may still be waiting for the sign-in or its data.
 */
export class ShownPages {
  readonly #loads: SiteLoads;
  readonly #keys = new Set<string>();
  #trial: { readonly key: string; readonly end: () => void } | null = null;

  constructor(loads: SiteLoads) {
    this.#loads = loads;
  }

  has(name: string, release: string, route: string): boolean {
    return this.#keys.has(pageKey(name, release, route));
  }

  /** Notes that a page is on screen, and watches it until it counts as one that works. */
  add(name: string, release: string, route: string): void {
    const key = pageKey(name, release, route);
    this.#keys.add(key);
    if (this.#trial?.key === key) return;
    this.endTrial();
    if (this.#loads.working.has(key)) return;
    const pass = () => {
      this.#loads.working.add(key);
      this.endTrial();
    };
    const timer = setTimeout(pass, TRIAL);
    // Capturing, so as to be there before what the person does makes the page fail.
    for (const use of USES) window.addEventListener(use, pass, true);
    const end = () => {
      clearTimeout(timer);
      for (const use of USES) window.removeEventListener(use, pass, true);
    };
    this.#trial = { key, end };
  }

  /** The page on screen was left, or failed. */
  endTrial(): void {
    this.#trial?.end();
    this.#trial = null;
  }
}
