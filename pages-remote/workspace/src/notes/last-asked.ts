/** Knows which request for a note was the last, because the answer to an earlier one can come after its answer. */
export class LastAsked {
  readonly #requests = new Map<string, symbol>();

  /** Begins a request for notes. The function that it gives back says, once: for which of them it is still the last. */
  ask(ids: readonly string[]): () => readonly string[] {
    const request = Symbol('request');
    for (const id of ids) this.#requests.set(id, request);
    return () => ids.filter((id) => this.#requests.get(id) === request && this.#requests.delete(id));
  }

  /** Begins a request for all notes: it is the last for each. */
  askForAll(): void {
    this.#requests.clear();
  }
}
