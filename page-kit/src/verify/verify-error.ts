/** A module cannot be verified at all. The message says what to do. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';
  /** For programs. */
  readonly code: 'bad-settings' | 'browser-failed' | 'no-page-module' | 'no-header' | 'page-hangs';

  constructor(code: VerifyError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
