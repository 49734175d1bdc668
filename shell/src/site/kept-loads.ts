import type { LoadOutcome } from './site-source.ts';

/** A load that was begun: its promise, and what it came to once that is known. */
export interface KeptLoad<Value> {
  readonly promise: Promise<LoadOutcome<Value>>;
  /** Null as long as the load is under way. */
  readonly outcome: LoadOutcome<Value> | null;
}

/**
 * Keeps each load, so that React gets the same one at every try to render, and lets go of a failed load when it is to
 * be tried again (`React.lazy` would remember the failure for ever).
 */
export class KeptLoads<Value> {
  readonly #loads = new Map<string, KeptLoad<Value>>();

  /** The load of that key, begun at the first call. */
  get(key: string, load: () => Promise<LoadOutcome<Value>>): KeptLoad<Value> {
    const kept = this.#loads.get(key);
    if (kept) return kept;
    const begun: { promise: Promise<LoadOutcome<Value>>; outcome: LoadOutcome<Value> | null } = {
      promise: load(),
      outcome: null,
    };
    void begun.promise.then((outcome) => {
      begun.outcome = outcome;
    });
    this.#loads.set(key, begun);
    return begun;
  }

  /** The next `get` of that key loads anew. */
  forget(key: string): void {
    this.#loads.delete(key);
  }
}
