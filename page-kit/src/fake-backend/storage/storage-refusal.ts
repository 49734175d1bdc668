/** A refusal of the fake's storage service, in the form of the real one (supabase/storage, `StorageBackendError`). */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
  readonly statusCode: string;
  readonly error: string;

  constructor(message: string, { statusCode, error }: { readonly statusCode: string; readonly error: string }) {
    super(message);
    this.statusCode = statusCode;
    this.error = error;
  }

  /** The answer that says so: the status of HTTP is 400, and the body has the one that is meant. */
  toResponse(): Response {
    const { statusCode, error, message } = this;
    return Response.json({ statusCode, error, message }, { status: 400 });
  }
}

/** Nobody has this file, or the caller may not see it: storage tells no difference. */
export function notFound(): StorageRefusal {
  return new StorageRefusal('Object not found', { statusCode: '404', error: 'not_found' });
}
