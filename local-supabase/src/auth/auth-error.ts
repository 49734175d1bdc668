/** What an error of the auth service carries beside its message. */
interface AuthErrorDetails {
  /** HTTP status. */
  status: number;
  /** One of GoTrue's codes (internal/api/apierrors/errorcode.go). */
  code: string;
  /** What a weak password lacks. */
  weakPassword?: string[];
  /** When a new attempt makes sense, in seconds from now. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal of the auth service, with the status, code and message that GoTrue gives. */
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

/** 400 `validation_failed` */
export function invalid(message: string): AuthError {
  return new AuthError(message, { status: 400, code: 'validation_failed' });
}
