import type { Output } from '../report/output.ts';
import type { Call } from './call.ts';

/** An option of a command. */
export interface OptionDefinition {
  readonly name: string;
  /** What its value is called in the help; left out for a switch. */
  readonly value?: string;
  readonly help: string;
}

/** What a command came to, in both forms; `runCommand` prints the one that was asked for. */
export interface CommandResult {
  /** The document that `--json` prints, besides `ok` and `command`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Lines for people. */
  readonly text: readonly string[];
  /** False when the answer is a refusal: the exit code is then 1. */
  readonly ok?: boolean;
}

/** What a command is run with. */
export interface CommandContext {
  readonly call: Call;
  readonly output: Output;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One command of `atrium`. */
export interface Command {
  readonly name: string;
  /** One line: what it does. */
  readonly summary: string;
  /** Names of what stands on the line besides options, such as `[NAME]`; optional ones are in brackets. */
  readonly operands: readonly string[];
  readonly options: readonly OptionDefinition[];
  /** What else to know, in lines. */
  readonly notes?: readonly string[];
  run(context: CommandContext): Promise<CommandResult>;
}
