/** The listeners of a store: its side of React's `useSyncExternalStore`. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Calls the listener at each {@link notify}. Returns the function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls all listeners, after a change. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
