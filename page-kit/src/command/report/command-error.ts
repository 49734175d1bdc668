/** A command cannot do what was asked: exit code 1. The message says what to do next. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** For programs that read `--json`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
