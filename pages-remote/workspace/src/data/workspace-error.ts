import { workspaceText } from './workspace-messages.ts';

export type WorkspaceFailure = Parameters<typeof workspaceText>[0];

/** Largest file that the bucket takes, in megabytes of 1024 × 1024 bytes. */
export const FILE_LIMIT_MB = 10;

/** Something could not be read or done. `message` is made for people and says what to do next. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly failure: WorkspaceFailure;

  constructor(failure: WorkspaceFailure, cause: unknown) {
    super(workspaceText(failure, { limit: FILE_LIMIT_MB }), { cause });
    this.failure = failure;
  }
}

/** The answer of the table service, as far as it says whether it was an error. */
export interface Answer {
  readonly status: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Codes of PostgREST (`PGRST…`), of PostgreSQL (SQLSTATE) and of the workspace's own limits (`WS…`, see its migrations). */
const failures: ReadonlyMap<string, WorkspaceFailure> = new Map([
  ['23514', 'tooLong'],
  ['22001', 'tooLong'],
  ['PGRST205', 'missing'],
  ['PGRST202', 'missing'],
  ['42P01', 'missing'],
  ['23503', 'gone'],
  ['WS001', 'tooManyBoards'],
  ['WS002', 'tooManyMembers'],
  ['WS003', 'tooManyNotes'],
  ['WS004', 'tooManyFiles'],
  ['WS005', 'tooManyInvitations'],
  ['WS006', 'tooManyRequests'],
  // As the functions of the workspace say it.
  ['too_many_open', 'tooManyInvitations'],
  ['too_many', 'tooManyRequests'],
  ['invalid_email', 'wrongAddress'],
  ['no_board', 'gone'],
  ['WS020', 'notMember'],
  ['WS021', 'gone'],
  ['WS022', 'notInvited'],
  ['WS023', 'expired'],
]);

/**
 * Throws what the table service answered, if it was an error.
 * @throws {WorkspaceError}
 */
export function assertAnswered({ status, error }: Answer): void {
  if (error) throw new WorkspaceError(failureOf(status, error.code), error);
}

/** What a status and a code of a service mean. supabase-js gives status 0 where no answer came, in time or at all. */
export function failureOf(status: number, code: string): WorkspaceFailure {
  if (status === 0) return 'unreachable';
  const known = failures.get(code);
  if (known) return known;
  if (status === 413) return 'tooLong';
  if (status === 401) return 'session';
  return status === 403 ? 'refused' : 'unknown';
}

/** The error as one made for people. */
export function asWorkspaceError(error: unknown): WorkspaceError {
  return error instanceof WorkspaceError ? error : new WorkspaceError('unknown', error);
}

/** Reports an error that was not made for people: it is a fault of this page. Once, where it is caught, not where it is shown. */
export function reportFault(error: unknown): void {
  if (!(error instanceof WorkspaceError)) reportError(error);
}
