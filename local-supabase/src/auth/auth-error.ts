/** The fields of an auth error besides its message. */
interface AuthErrorDetails {
  /** HTTP status. */
  status: number;
  /** One of GoTrue's codes (internal/api/apierrors/errorcode.go). */
  code: string;
  /** The rules that a weak password breaks. */
  weakPassword?: string[];
  /** Seconds until the client may try again. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error response of the auth service, with GoTrue's status, code and message. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: number;
  readonly code: string;
  readonly weakPassword: string[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, { status, code, weakPassword, retryAfter, cause }: AuthErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.weakPassword = weakPassword;
    this.retryAfter = retryAfter;
  }
}

/** GoTrue's names of errors in redirects (RFC 6749 §4.1.2.1), by status (internal/api/errors.go). */
export const REDIRECT_ERRORS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [403, 'access_denied'],
  [500, 'server_error'],
  [503, 'temporarily_unavailable'],
]);

/** 400 `validation_failed` */
export function invalid(message: string): AuthError {
  return new AuthError(message, { status: 400, code: 'validation_failed' });
}
