import type { ReleaseListing } from '@atrium/releases/release-listing';
import { askListing } from './site-requests.ts';

/** Milliseconds between two questions of one tab, on average, and the part of it by which they differ. */
const INTERVAL = 30_000;
const JITTER = 0.3;

/** Milliseconds to which the interval grows, twice as long after each question without an answer. */
const LONGEST = 600_000;

/** Milliseconds after a question during which somebody who comes back to the tab needs no other one. */
const PAUSE = 5_000;

/** Asks the site's server again and again what is live, as long as somebody can see the tab. */
export class ReleaseWatch {
  readonly #take: (listing: ReleaseListing) => void;
  #tag = '';
  #failures = 0;
  #askedAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: Promise<boolean> | null = null;

  constructor(take: (listing: ReleaseListing) => void) {
    this.#take = take;
  }

  /** Begins to watch; the first question comes after one interval. */
  start(): void {
    const comeBack = () => {
      if (document.visibilityState === 'visible' && Date.now() - this.#askedAt > PAUSE) void this.ask();
    };
    document.addEventListener('visibilitychange', comeBack);
    window.addEventListener('focus', comeBack);
    window.addEventListener('online', comeBack);
    this.#wait();
  }

  /** Asks now, or waits for the question that is under way. False if no answer came. */
  ask(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
      this.#wait();
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    this.#askedAt = Date.now();
    try {
      const answer = await askListing(this.#tag);
      if (answer) {
        this.#take(answer.listing);
        this.#tag = answer.tag;
      }
      this.#failures = 0;
      return true;
    } catch {
      // Nobody misses an answer that did not come: the tab has what it runs, and asks again.
      this.#failures += 1;
      return false;
    }
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const spread = 1 + JITTER * (Math.random() - 0.5);
    this.#timer = setTimeout(() => {
      // A hidden tab asks when it is seen again.
      if (document.visibilityState === 'visible') void this.ask();
      else this.#wait();
    }, spread * Math.min(INTERVAL * 2 ** this.#failures, LONGEST));
  }
}
