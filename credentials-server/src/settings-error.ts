/** A setting that the server cannot start with. The message is one line: the variable and the mend, never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** The name of the environment variable. */
  readonly variable: string;

  constructor(variable: string, mend: string) {
    super(`${variable} ${mend}`);
    this.variable = variable;
  }
}
