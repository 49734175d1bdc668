/** The details of an error of the auth service. */
export interface RefusalDetails {
  /** HTTP status. */
  readonly status: number;
  /** One of GoTrue's codes (supabase/auth, internal/api/apierrors/errorcode.go). */
  readonly code: string;
  /** What a weak password lacks. */
  readonly weakPassword?: readonly string[];
}

/** An error of the fake auth service, with the status, code and message of the real one. */
export class AuthRefusal extends Error {
  override readonly name = 'AuthRefusal';
  readonly status: number;
  readonly code: string;
  readonly weakPassword: readonly string[] | undefined;

  constructor(message: string, { status, code, weakPassword }: RefusalDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.weakPassword = weakPassword;
  }

  /** The response with this error, in the format of API version 2024-01-01, which supabase-js requests. */
  toResponse(): Response {
    const { status, code, message, weakPassword } = this;
    const body = { code, message, ...(weakPassword && { weak_password: { reasons: weakPassword } }) };
    return Response.json(body, { status, headers: { 'x-supabase-api-version': '2024-01-01', 'x-sb-error-code': code } });
  }
}

/** 400 `validation_failed` */
export function invalid(message: string): AuthRefusal {
  return new AuthRefusal(message, { status: 400, code: 'validation_failed' });
}
