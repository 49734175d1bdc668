/** At most this many are remembered: some ten thousand visitors within ten minutes. Later ones push the oldest out. */
const mostRemembered = 100_000;

/** Remembers for some time how often something was seen of each visitor, ticket or network. */
export class RecentOccurrences {
  /** By who and what, those that were first seen longest ago first. */
  readonly #seen = new Map<string, { readonly since: number; readonly times: number }>();
  /** Milliseconds. */
  readonly #window: number;
  /** Milliseconds since 1970. */
  readonly #now: () => number;

  /** @param window milliseconds after which something that was seen is forgotten */
  constructor(window: number, now: () => number) {
    this.#window = window;
    this.#now = now;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#seen.size;
  }

  /** Notes that something was seen; gives how often it was within the window, this time included. */
  note(who: string, what: string): number {
    const now = this.#now();
    for (const [key, { since }] of this.#seen) {
      if (since > now - this.#window && this.#seen.size < mostRemembered) break;
      this.#seen.delete(key);
    }
    const key = `${who} ${what}`;
    const { since, times } = this.#seen.get(key) ?? { since: now, times: 0 };
    this.#seen.set(key, { since, times: times + 1 });
    return times + 1;
  }
}
