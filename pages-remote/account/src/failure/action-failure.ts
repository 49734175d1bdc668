/** What a screen needs to know of an action's error. */
export interface ActionFailure {
  /** The auth service's error code, or `network`, `timeout`, `unknown`. */
  readonly code: string;
  /** The error's own message. */
  readonly message: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The auth service said this, in words of its own; otherwise they are the sign-in's, made for people. */
  readonly isAnswer: boolean;
  readonly retryAfterSeconds: number | null;
}

/** Reads the error that an action of the sign-in was rejected with; null for any other error, which is a fault of ours. */
export function readActionFailure(error: unknown): ActionFailure | null {
  // By shape: the error comes from another container, whose classes are not ours.
  if (!(error instanceof Error) || error.name !== 'AuthActionError') return null;
  const { message, cause } = error;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  return {
    message,
    code: 'code' in error && typeof error.code === 'string' ? error.code : 'unknown',
    status,
    // The site's own server was asked for the credentials, not the auth service.
    isAnswer: status > 0 && !(cause instanceof Error && cause.name === 'CredentialsError'),
    retryAfterSeconds:
      'retryAfterSeconds' in error && typeof error.retryAfterSeconds === 'number' ? error.retryAfterSeconds : null,
  };
}
