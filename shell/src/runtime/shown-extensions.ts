import { Listeners } from './listeners.ts';

/** The slot below the menu. It is on every page. */
export const SIDEBAR_SLOT = 'site.sidebar';

/** The modules whose extensions are on screen and work: their new releases wait, as for an open page. Those of {@link SIDEBAR_SLOT} do not count. */
export class ShownExtensions {
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Listeners();
  #names: readonly string[] = [];

  /** Names of the modules. The list is replaced, never changed. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Records that an extension of the module is on screen, until the returned function is called. */
  add(name: string): () => void {
    this.#change(name, 1);
    return () => this.#change(name, -1);
  }

  /** Calls the listener after {@link names} has changed. Returns the function that unsubscribes it. */
  readonly subscribe = this.#listeners.subscribe;

  #change(name: string, difference: number): void {
    const count = (this.#counts.get(name) ?? 0) + difference;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
    if (this.#counts.size === this.#names.length && this.#names.every((known) => this.#counts.has(known))) return;
    this.#names = [...this.#counts.keys()];
    this.#listeners.notify();
  }
}
