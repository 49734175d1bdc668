import { reportFailure } from './http/report-failure.ts';

/** What there is to undo at the end, last first. */
export class CleanUp {
  readonly #undos: (() => Promise<void>)[] = [];

  /** Remembers how something that was just begun is undone. */
  add(undo: () => Promise<void>): void {
    this.#undos.push(undo);
  }

  /** Undoes everything, so that a failure keeps nothing else from being freed. @throws the first failure, at the end; others are reported */
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
