import { partKey, type SiteLoads } from './site-loads.ts';

/** Milliseconds on screen after which a page or an extension counts as working. */
export const OBSERVATION_TIME = 5_000;

/** Events that show that the user uses a page. */
const USE_EVENTS = ['pointerdown', 'keydown'];

/**
 * The pages that were on screen in this tab. A page counts as working after some seconds on screen, or once it is used: its
 * release alone is not to blame for later errors. Before that the page may still be waiting for the sign-in or its data.
 */
export class ShownPages {
  readonly #loads: SiteLoads;
  readonly #keys = new Set<string>();
  #observation: { readonly key: string; readonly end: () => void } | null = null;

  constructor(loads: SiteLoads) {
    this.#loads = loads;
  }

  has(name: string, release: string, route: string): boolean {
    return this.#keys.has(partKey(name, release, route));
  }

  /** Records that a page is on screen, and watches it until it counts as working. */
  add(name: string, release: string, route: string): void {
    const key = partKey(name, release, route);
    this.#keys.add(key);
    if (this.#observation?.key === key) return;
    this.endObservation();
    if (this.#loads.workingParts.has(key)) return;
    const pass = () => {
      this.#loads.workingParts.add(key);
      this.endObservation();
    };
    const timer = setTimeout(pass, OBSERVATION_TIME);
    // Capturing, to run before the page's own handlers can fail.
    for (const type of USE_EVENTS) window.addEventListener(type, pass, true);
    const end = () => {
      clearTimeout(timer);
      for (const type of USE_EVENTS) window.removeEventListener(type, pass, true);
    };
    this.#observation = { key, end };
  }

  /** Stops watching a page: the user left it, or it failed. */
  endObservation(): void {
    this.#observation?.end();
    this.#observation = null;
  }
}
