import { recentMinutes } from '@atrium/releases/health-book';

/** So many are remembered: some ten thousand visitors within the time, whoever comes beyond pushes the oldest out. */
const mostRemembered = 100_000;

const window = recentMinutes * 60_000;

/** Remembers for {@link recentMinutes} whom something was counted for, so that nobody counts twice by coming again. */
export class MetVisitors {
  /** When, by whom and what; the oldest first. */
  readonly #met = new Map<string, number>();
  /** Milliseconds since 1970. */
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#met.size;
  }

  /** Whether this is the first time lately. */
  isFirst(visitor: string, what: string): boolean {
    const now = this.#now();
    for (const [key, at] of this.#met) {
      if (at > now - window && this.#met.size < mostRemembered) break;
      this.#met.delete(key);
    }
    const key = `${visitor} ${what}`;
    if (this.#met.has(key)) return false;
    this.#met.set(key, now);
    return true;
  }
}
