import type { WriteStream } from 'node:tty';
import { terminalText } from '../../terminal-text.ts';

type MaybeTerminal = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY'>>;

/** Prints results to standard output, and progress and errors to standard error. */
export class Output {
  readonly #out: NodeJS.WritableStream;
  readonly #error: MaybeTerminal;
  #showsStep = false;

  constructor(out: NodeJS.WritableStream = process.stdout, error: MaybeTerminal = process.stderr) {
    this.#out = out;
    this.#error = error;
  }

  /** Shows the current step. A terminal shows one line that each step overwrites. */
  step(text: string): void {
    if (this.#error.isTTY) {
      this.#error.write(`\r\x1b[2K${terminalText(text)} …`);
      this.#showsStep = true;
    } else {
      this.#error.write(`${text} …\n`);
    }
  }

  /** Prints a result. */
  print(text: string): void {
    this.#clearStep();
    const shown = terminalText(text);
    this.#out.write(shown.endsWith('\n') ? shown : `${shown}\n`);
  }

  /** Prints an error. */
  printError(text: string): void {
    this.#clearStep();
    this.#error.write(`${terminalText(text)}\n`);
  }

  #clearStep(): void {
    if (this.#showsStep) this.#error.write('\r\x1b[2K');
    this.#showsStep = false;
  }
}
