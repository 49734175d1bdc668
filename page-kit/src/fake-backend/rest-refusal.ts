/** An error of the fake table service, with the status and code of PostgREST (docs.postgrest.org, "Errors"). */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal';
  readonly status: number;
  readonly code: string;
  readonly details: string | null;

  constructor(message: string, { status, code, details = null }: { readonly status: number; readonly code: string; readonly details?: string | null }) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** The response with this error. */
  toResponse(): Response {
    const { status, code, message, details } = this;
    return Response.json({ code, message, details, hint: null }, { status });
  }
}
