/** A module cannot be verified, for a reason that is not the module. The message says what to do. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';
  /** For programs. */
  readonly code: 'bad-settings' | 'no-page-module' | 'no-header';

  constructor(code: VerifyError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
