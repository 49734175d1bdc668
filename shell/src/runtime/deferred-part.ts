/** A part of the shell that no first screen needs. It loads once; a failed load is forgotten, so that the next request retries it. */
export class DeferredPart<Part> {
  #provide: (make: () => Promise<Part>) => void = () => undefined;
  readonly #provided = new Promise<() => Promise<Part>>((resolve) => {
    this.#provide = resolve;
  });
  #resolveLoaded: (part: Part) => void = () => undefined;
  #loading: Promise<Part> | null = null;

  /** Resolves once another caller's `get()` has loaded the part. Awaiting it loads nothing. */
  readonly loaded = new Promise<Part>((resolve) => {
    this.#resolveLoaded = resolve;
  });

  /** Sets how the part is made. Earlier calls of `get()` wait for it. */
  provide(make: () => Promise<Part>): void {
    this.#provide(make);
  }

  /** Loads the part. Rejects when its code cannot be loaded. */
  get(): Promise<Part> {
    this.#loading ??= this.#make().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async #make(): Promise<Part> {
    const part = await (await this.#provided)();
    this.#resolveLoaded(part);
    return part;
  }
}
