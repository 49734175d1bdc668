import { reportFailure } from './errors/report-failure.ts';

/** The clean-up steps of a start, run in reverse order. */
export class CleanUp {
  readonly #undos: (() => Promise<void>)[] = [];

  /** Adds a clean-up step. */
  add(undo: () => Promise<void>): void {
    this.#undos.push(undo);
  }

  /** Runs every step, even after failures. @throws the first failure at the end; others are reported */
  async run(): Promise<void> {
    let failed: { error: unknown } | undefined;
    for (let undo = this.#undos.pop(); undo; undo = this.#undos.pop()) {
      try {
        await undo();
      } catch (error) {
        if (failed) reportFailure(error);
        else failed = { error };
      }
    }
    if (failed) throw failed.error;
  }
}
