/** Somebody who is there: what they say of themselves, once for each of their tabs. */
export type Presences = Readonly<Record<string, { readonly metas: readonly Readonly<Record<string, unknown>>[] }>>;

/** The presence of one topic. */
export class Room {
  readonly #present = new Map<string, { readonly key: string; readonly meta: Readonly<Record<string, unknown>> }>();
  readonly #tell: (event: string, payload: unknown) => void;

  constructor(tell: (event: string, payload: unknown) => void) {
    this.#tell = tell;
  }

  /** Who is there now. */
  get state(): Presences {
    const state: Record<string, { metas: Readonly<Record<string, unknown>>[] }> = {};
    for (const { key, meta } of this.#present.values()) (state[key] ??= { metas: [] }).metas.push(meta);
    return state;
  }

  /** Somebody comes, or says something else of themselves. */
  track(ref: string, key: string, said: Readonly<Record<string, unknown>>): void {
    const before = this.#present.get(ref);
    const meta = { ...said, phx_ref: crypto.randomUUID() };
    this.#present.set(ref, { key, meta });
    this.#tell('presence_diff', { joins: { [key]: { metas: [meta] } }, leaves: before ? { [before.key]: { metas: [before.meta] } } : {} });
  }

  /** Somebody goes. */
  untrack(ref: string): void {
    const before = this.#present.get(ref);
    this.#present.delete(ref);
    if (before) this.#tell('presence_diff', { joins: {}, leaves: { [before.key]: { metas: [before.meta] } } });
  }
}
