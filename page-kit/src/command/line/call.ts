import { UsageError } from './usage-error.ts';

/** What stands on the command line, read by name. */
export class Call {
  readonly operands: readonly string[];
  readonly #values: Readonly<Record<string, string | boolean | undefined>>;

  constructor(operands: readonly string[], values: Readonly<Record<string, string | boolean | undefined>>) {
    this.operands = operands;
    this.#values = values;
  }

  /** Whether a switch is given. */
  has(name: string): boolean {
    return this.#values[name] === true;
  }

  /** The text of an option without spaces around it; undefined where it is not given. @throws UsageError if it is empty */
  text(name: string): string | undefined {
    const value = this.#values[name];
    if (typeof value !== 'string') return undefined;
    if (value.trim() === '') throw new UsageError(`--${name} is empty. Give it a value, or leave it out.`);
    return value.trim();
  }

  /** The whole number of an option. @throws UsageError if it is none, or outside its bounds */
  number(name: string, { least, most }: { readonly least: number; readonly most: number }): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new UsageError(`--${name} ${text} will not do. Give a whole number from ${least} to ${most}.`);
  }
}
