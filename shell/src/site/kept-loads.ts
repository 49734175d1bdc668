import type { LoadOutcome } from './site-source.ts';

/** A load that was begun: its promise, and what it came to once that is known. */
export interface KeptLoad<Value> {
  readonly promise: Promise<LoadOutcome<Value>>;
  /** Null as long as the load is under way. */
  readonly outcome: LoadOutcome<Value> | null;
}

/** Keeps each load, but not one that failed: who asks for it again gets another try. */
export class KeptLoads<Value> {
  readonly #loads = new Map<string, KeptLoad<Value>>();

  /** The load of that key: the one under way, the one that succeeded, or a new one. */
  get(key: string, load: () => Promise<LoadOutcome<Value>>): KeptLoad<Value> {
    const kept = this.#loads.get(key);
    if (kept && kept.outcome?.success !== false) return kept;
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
}
