/** Development cannot begin. The message says what to do. */
export class DevelopmentError extends Error {
  override readonly name = 'DevelopmentError';
  /** For programs. */
  readonly code: 'bad-module' | 'port-taken';

  constructor(code: DevelopmentError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
