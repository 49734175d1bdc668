import type { Writable } from 'node:stream';

/** Milliseconds for which lines are collected. */
const COLLECT_MS = 10;

/**
 * Collects log lines for some milliseconds, and writes them together: under load, a write for each line costs more than the line.
 * Lines that have not been written are written when the process exits.
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
    if (this.#lines === '') setTimeout(() => this.#writeLines(), COLLECT_MS);
    this.#lines += line;
  }

  #writeLines(): void {
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#sink.write(lines);
  }
}
