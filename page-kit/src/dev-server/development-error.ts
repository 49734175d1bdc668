/** Development cannot begin. The message says what to do. */
export class DevelopmentError extends Error {
  override readonly name = 'DevelopmentError';
  /** For programs. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
