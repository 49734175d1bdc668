/** What a function goes on with after its answer (`EdgeRuntime.waitUntil`). */
export class BackgroundTasks {
  readonly #running = new Set<Promise<unknown>>();

  /** Takes a task, and gives it back. One that fails ends the process, as every rejection does that nobody handles. */
  readonly add = <T>(task: Promise<T>): Promise<T> => {
    const ended = task.finally(() => this.#running.delete(ended));
    this.#running.add(ended);
    return task;
  };

  /** Resolves when no task runs, however they ended. */
  async done(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
