import { itemsText } from './items-messages.ts';

export type ItemsFailure = Parameters<typeof itemsText>[0];

/** The items could not be read or written. `message` is shown to users and says what to do next. */
export class ItemsError extends Error {
  override readonly name = 'ItemsError';
  readonly failure: ItemsFailure;

  constructor(failure: ItemsFailure, cause: unknown) {
    super(itemsText(failure), { cause });
    this.failure = failure;
  }
}

interface Answer {
  readonly status: number;
  readonly error: { readonly code: string } | null;
}

/** Throws if the database returned an error (codes: PostgREST's `PGRST…` and PostgreSQL's SQLSTATE). */
export function assertAnswered({ status, error }: Answer): void {
  if (error) throw new ItemsError(failureOf(status, error.code), error);
}

/** An error with a message for users. Any other error is a bug of this module, and is also reported. */
export function asItemsError(error: unknown): ItemsError {
  if (error instanceof ItemsError) return error;
  reportError(error);
  return new ItemsError('unknown', error);
}

function failureOf(status: number, code: string): ItemsFailure {
  // supabase-js sets status 0 if there was no response.
  if (status === 0) return 'unreachable';
  if (code === 'PGRST205' || code === '42P01') return 'missing';
  if (status === 401) return 'session';
  return status === 403 ? 'refused' : 'unknown';
}
