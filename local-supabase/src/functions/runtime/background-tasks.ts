/** What a function goes on with after its answer (`EdgeRuntime.waitUntil`). */
export class BackgroundTasks {
  /**
   * Nobody listens to a task while calls are taken: Node would take its failure for handled, or that of a promise made from it for
   * one that nobody handles. So that they do not pile up, they are held weakly: one that can still go on is held by what it waits for.
   */
  readonly #tasks = new Set<WeakRef<Promise<unknown>>>();
  readonly #forgotten = new FinalizationRegistry<WeakRef<Promise<unknown>>>((task) => this.#tasks.delete(task));

  /** Takes a task, and gives it back. One that fails ends the process unless its failure is handled, as every rejection does. */
  readonly add = <T>(task: Promise<T>): Promise<T> => {
    const held = new WeakRef(task);
    this.#tasks.add(held);
    this.#forgotten.register(task, held);
    return task;
  };

  /** Resolves when no task runs, however they ended. What fails from now on is printed. */
  async done(): Promise<void> {
    while (this.#tasks.size > 0) {
      const tasks = [...this.#tasks].flatMap((task) => task.deref() ?? []);
      this.#tasks.clear();
      let isOver = true;
      const ended = tasks.map((task) =>
        task.catch((error: unknown) => {
          if (!isOver) console.error(error);
        }),
      );
      // Those that had ended already are told of before this.
      queueMicrotask(() => (isOver = false));
      await Promise.all(ended);
    }
  }
}
