/**
 * Lets one task at a time use the database session, in the order they asked.
 *
 * PGlite is a single session: a statement of one request that ran between the BEGIN and COMMIT of another
 * would run under the other's identity. Everything that touches the session therefore goes through this lock.
 * Never hold it while waiting for something that needs it too.
 */
export class SessionLock {
  #last: Promise<void> = Promise.resolve();
  #tasks = 0;

  /** Whether no task runs or waits. */
  get isFree(): boolean {
    return this.#tasks === 0;
  }

  /** Runs the task once every task before it has ended, whether those succeeded or not. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    this.#tasks += 1;
    const before = this.#last;
    let release: () => void = () => undefined;
    this.#last = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    try {
      return await task();
    } finally {
      this.#tasks -= 1;
      release();
    }
  }
}
