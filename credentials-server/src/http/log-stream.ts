import type { Writable } from 'node:stream';

/**
 * Collects the log lines of one turn of the event loop, and writes them together: under load, a write for each line costs more than
 * the line. The lines of an unfinished turn are written when the process exits.
 */
export class LogStream {
  readonly #sink: Writable;
  #lines = '';

  /** @param sink where the lines go, such as the standard output */
  constructor(sink: Writable) {
    this.#sink = sink;
    // Without a reader of the log, the site keeps running.
    sink.on('error', () => undefined);
    process.once('exit', () => this.#writeLines());
  }

  write(line: string): void {
    if (this.#lines === '') setImmediate(() => this.#writeLines());
    this.#lines += line;
  }

  #writeLines(): void {
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#sink.write(lines);
  }
}
