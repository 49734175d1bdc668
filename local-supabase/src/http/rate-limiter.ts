/** How often something may happen. */
export interface Rate {
  events: number;
  /** The length of the window, in seconds. */
  seconds: number;
  /** How many may come at once; left out, as many as the window allows, and 30 at most. */
  burst?: number;
}

/** The largest number of requests that may come at once, as in GoTrue. */
const MAX_BURST = 30;

/** Allows a rate of events for each key: a bucket of tokens that fills up steadily. */
export class Limiter {
  readonly #rate: Rate;
  readonly #capacity: number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(rate: Rate, largest = MAX_BURST) {
    this.#rate = rate;
    this.#capacity = rate.burst ?? Math.min(rate.events, largest);
  }

  /** Counts an event. Returns 0 when it is allowed, otherwise the seconds until the next one is. */
  take(key: string, now = Date.now()): number {
    const perMillisecond = this.#rate.events / (this.#rate.seconds * 1000);
    const bucket = this.#buckets.get(key) ?? { tokens: this.#capacity, at: now };
    const tokens = Math.min(this.#capacity, bucket.tokens + (now - bucket.at) * perMillisecond);
    if (tokens < 1) {
      this.#buckets.set(key, { tokens, at: now });
      return perMillisecond === 0 ? this.#rate.seconds : Math.ceil((1 - tokens) / perMillisecond / 1000);
    }
    this.#buckets.set(key, { tokens: tokens - 1, at: now });
    return 0;
  }
}
