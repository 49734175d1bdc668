import { Listeners } from './listeners.ts';
import type { ListedText } from './site-source.ts';

/** An extension in a slot of the page, whether it works or not. */
export interface PlacedExtension {
  readonly module: string;
  readonly key: string;
  readonly release: string;
  readonly slot: string;
  readonly title: ListedText;
  /** The element with its content. */
  readonly element: HTMLElement;
}

/** The extensions on the page, for the inspector. */
export class PlacedExtensions {
  #list: readonly PlacedExtension[] = [];
  readonly #loadTimes = new WeakMap<HTMLElement, number>();
  readonly #listeners = new Listeners();

  /** The list is replaced, never changed. */
  get list(): readonly PlacedExtension[] {
    return this.#list;
  }

  /** Records that an extension is on the page, until the returned function is called. */
  add(extension: PlacedExtension): () => void {
    this.#replace([...this.#list, extension]);
    return () => this.#replace(this.#list.filter((one) => one !== extension));
  }

  /** Records how many milliseconds an extension took from its request until it was on screen. The first time counts. */
  setLoadTime(element: HTMLElement, milliseconds: number): void {
    if (this.#loadTimes.has(element)) return;
    this.#loadTimes.set(element, milliseconds);
    this.#replace([...this.#list]);
  }

  /** Null until the extension is on screen. */
  loadTime(element: HTMLElement): number | null {
    return this.#loadTimes.get(element) ?? null;
  }

  /** Calls the listener after every change. Returns the function that unsubscribes it. */
  readonly subscribe = this.#listeners.subscribe;

  #replace(list: readonly PlacedExtension[]): void {
    this.#list = list;
    this.#listeners.notify();
  }
}
