/** A least-recently-used cache in memory, limited by bytes. */
export class MemoryCache<Value extends { readonly content: Buffer }> {
  readonly #bound: number;
  /** The least recently used one first. */
  readonly #values = new Map<string, Value>();
  #bytes = 0;

  /** @param bound the limit in bytes */
  constructor(bound: number) {
    this.#bound = bound;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** Sets or replaces a value. One that is larger than the limit is not kept. */
  set(key: string, value: Value): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#bytes += value.content.length;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#bound) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#values.get(key)?.content.length ?? 0;
    this.#values.delete(key);
  }
}
