/** A rate limit. */
export interface Rate {
  events: number;
  /** The length of the window, in seconds. */
  seconds: number;
  /** The maximum burst. Defaults to the limit of the window, at most 30. */
  burst?: number;
}

/** The default burst, as in GoTrue. */
const MAX_BURST = 30;

/** A token bucket per key. */
export class Limiter {
  readonly #rate: Rate;
  readonly #capacity: number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(rate: Rate, largest = MAX_BURST) {
    this.#rate = rate;
    this.#capacity = rate.burst ?? Math.min(rate.events, largest);
  }

  /** Counts an event. Returns 0 if it is allowed, otherwise the seconds until the next one is. */
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
