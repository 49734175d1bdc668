import { notesText } from './notes-messages.ts';

export type NotesFailure = Parameters<typeof notesText>[0];

/** The notes could not be read or written. `message` is made for people and says what to do next. */
export class NotesError extends Error {
  override readonly name = 'NotesError';
  readonly failure: NotesFailure;

  constructor(failure: NotesFailure, cause: unknown) {
    super(notesText(failure), { cause });
    this.failure = failure;
  }
}

interface Answer {
  readonly status: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Throws what the rest service answered, if it was an error (codes: PostgREST's `PGRST…` and PostgreSQL's SQLSTATE). */
export function assertAnswered({ status, error }: Answer): void {
  if (error) throw new NotesError(failureOf(status, error.code), error);
}

function failureOf(status: number, code: string): NotesFailure {
  // supabase-js gives status 0 where no answer came, in time or at all.
  if (status === 0) return 'unreachable';
  if (code === '23514' || code === '22001' || status === 413) return 'tooLong';
  if (code === 'PGRST205' || code === '42P01') return 'missing';
  if (status === 401) return 'session';
  return status === 403 ? 'refused' : 'unknown';
}
