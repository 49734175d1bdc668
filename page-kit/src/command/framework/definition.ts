import { UsageError } from '../../errors.ts';
import type { Output } from './output.ts';

/** An option of a command. */
export interface OptionDefinition {
  readonly name: string;
  /** Placeholder for its value in the help; a switch has none. */
  readonly value?: string;
  readonly help: string;
}

/** What a command did, for people and for programs. `runCommand` prints one of the two. */
export interface CommandResult {
  /** The document that `--json` prints, besides `ok` and `command`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Lines for people. */
  readonly text: readonly string[];
  /** False if the result is a refusal, which makes the exit code 1. */
  readonly ok?: boolean;
}

/** What a command gets from the process that runs it. */
export interface CommandContext {
  readonly call: Call;
  readonly output: Output;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks the user a question and returns the answer; null if no user can answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

/** One command of `atrium`. */
export interface Command {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Names of its positional arguments; optional ones are in brackets, such as `[NAME]`. The last one can be several, such as `[NAME…]`. */
  readonly operands: readonly string[];
  readonly options: readonly OptionDefinition[];
  /** More lines for its help. */
  readonly notes?: readonly string[];
  run(context: CommandContext): Promise<CommandResult>;
}

/** The arguments of one call. */
export class Call {
  readonly operands: readonly string[];
  readonly #values: Readonly<Record<string, string | boolean | undefined>>;

  constructor(operands: readonly string[], values: Readonly<Record<string, string | boolean | undefined>>) {
    this.operands = operands;
    this.#values = values;
  }

  /** Whether a switch is set. */
  has(name: string): boolean {
    return this.#values[name] === true;
  }

  /** The trimmed value of an option; undefined if it was not passed. @throws UsageError if it is empty */
  text(name: string): string | undefined {
    const value = this.#values[name];
    if (typeof value !== 'string') return undefined;
    if (value.trim() === '') throw new UsageError(`--${name} is empty. Pass a value, or omit the option.`);
    return value.trim();
  }

  /** The value of an option as a whole number; undefined if it was not passed. @throws UsageError if it is not a number within the bounds */
  number(name: string, { least, most }: { readonly least: number; readonly most: number }): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, got "${text}".`);
  }
}
