/** The details of an error of the auth service. */
export interface RefusalDetails {
  /** HTTP status. */
  readonly status: number;
  /** One of GoTrue's codes (supabase/auth, internal/api/apierrors/errorcode.go). */
  readonly code: string;
  /** What a weak password lacks. */
  readonly weakPassword?: readonly string[];
}

/** Since this API version, which supabase-js requests, `code` is the name of an error. Before, it was the status. */
export const NAMED_ERRORS_VERSION = '2024-01-01';

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

  /** The response with this error, in the format of the API version that the request names; without one, in that of the first version. */
  toResponse(version: string | null): Response {
    const { status, code, message, weakPassword } = this;
    const isNamed = version !== null && version >= NAMED_ERRORS_VERSION;
    const body = { ...(isNamed ? { code, message } : { code: status, error_code: code, msg: message }), ...(weakPassword && { weak_password: { reasons: weakPassword } }) };
    return Response.json(body, { status, headers: { ...(isNamed && { 'x-supabase-api-version': NAMED_ERRORS_VERSION }), 'x-sb-error-code': code } });
  }
}

/** 400 `validation_failed` */
export function invalid(message: string): AuthRefusal {
  return new AuthRefusal(message, { status: 400, code: 'validation_failed' });
}
