/** Why the credentials could not be had: no answer, no answer in time, or one that cannot be used. */
export type CredentialsFailure = 'network' | 'timeout' | 'unknown';

/** The site's own server did not give usable credentials (specification 7.2). Try again later; nothing is kept. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
  readonly code: CredentialsFailure;
  /** HTTP status of the answer; 0 where none came. */
  readonly status: number;

  constructor(message: string, code: CredentialsFailure, status: number, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}
