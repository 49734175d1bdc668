/** A part of the shell that no first screen needs. It is loaded once; a load that failed is forgotten, and tried anew. */
export class LaterPart<Part> {
  #provide: (make: () => Promise<Part>) => void = () => undefined;
  readonly #provided = new Promise<() => Promise<Part>>((resolve) => {
    this.#provide = resolve;
  });
  #arrive: (part: Part) => void = () => undefined;
  #loading: Promise<Part> | null = null;

  /** The part, once somebody needed it and it came. To wait for it loads nothing. */
  readonly arrived = new Promise<Part>((resolve) => {
    this.#arrive = resolve;
  });

  /** Says how the part is made. Who asked for it before waits until then. */
  provide(make: () => Promise<Part>): void {
    this.#provide(make);
  }

  /** The part; rejects when its code cannot be had. */
  get(): Promise<Part> {
    this.#loading ??= this.#make().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async #make(): Promise<Part> {
    const part = await (await this.#provided)();
    this.#arrive(part);
    return part;
  }
}
