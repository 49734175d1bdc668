import type { WriteStream } from 'node:tty';

type MaybeTerminal = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY'>>;

/** Where a command's words go: results to standard output, progress and failures to standard error. */
export class Output {
  readonly #out: NodeJS.WritableStream;
  readonly #error: MaybeTerminal;
  #passing = false;

  constructor(out: NodeJS.WritableStream = process.stdout, error: MaybeTerminal = process.stderr) {
    this.#out = out;
    this.#error = error;
  }

  /** Says what is being done. On a terminal the next word takes its place; elsewhere each is a line. */
  step(text: string): void {
    if (this.#error.isTTY) {
      this.#error.write(`\r\x1b[2K${text} …`);
      this.#passing = true;
    } else {
      this.#error.write(`${text} …\n`);
    }
  }

  /** Prints a result. */
  print(text: string): void {
    this.#clear();
    this.#out.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Prints what went wrong. */
  complain(text: string): void {
    this.#clear();
    this.#error.write(`${text}\n`);
  }

  #clear(): void {
    if (this.#passing) this.#error.write('\r\x1b[2K');
    this.#passing = false;
  }
}
