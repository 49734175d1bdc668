/** A refusal of the fake's storage service, in the form of the real one (supabase/storage, `StorageBackendError`). */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
  readonly statusCode: string;
  /** What clients go by; `error` is what it was called before. */
  readonly code: string;
  readonly error: string;

  constructor(message: string, { statusCode, code, error }: { readonly statusCode: string; readonly code: string; readonly error: string }) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.error = error;
  }

  /** The answer that says so: the status of HTTP is 400, and the body has the one that is meant. */
  toResponse(): Response {
    const { statusCode, code, error, message } = this;
    return Response.json({ statusCode, code, error, message }, { status: 400 });
  }
}

/** Nobody has this file, or the caller may not see it: storage tells no difference. */
export function notFound(): StorageRefusal {
  return new StorageRefusal('Object not found', { statusCode: '404', code: 'NoSuchKey', error: 'not_found' });
}
