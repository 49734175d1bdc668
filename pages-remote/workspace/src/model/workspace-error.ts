import * as v from 'valibot';
import { failureText } from './workspace-messages.ts';

/** What went wrong: the key of the text that explains it. */
export type WorkspaceFailure = Parameters<typeof failureText>[0];

/** Largest file that the storage bucket accepts, in megabytes of 1024 × 1024 bytes. */
export const FILE_LIMIT_MB = 10;

/** A failed read or change. `message` is for users and says what to do next. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly failure: WorkspaceFailure;

  constructor(failure: WorkspaceFailure, cause: unknown) {
    super(failureText(failure, { limit: FILE_LIMIT_MB }), { cause });
    this.failure = failure;
  }
}

/** PostgreSQL's code for a unique violation. */
const UNIQUE_VIOLATION = '23505';

/** By code of PostgREST (`PGRST…`), PostgreSQL (SQLSTATE), the workspace's migrations (`WS…`) or its server functions (words). */
const FAILURES: ReadonlyMap<string, WorkspaceFailure> = new Map([
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
  ['WS007', 'tooManyDeleted'],
  ['WS008', 'theirTooManyBoards'],
  ['too_many_open', 'tooManyInvitations'],
  ['too_many', 'tooManyRequests'],
  ['invalid_email', 'wrongAddress'],
  ['no_board', 'gone'],
  ['WS020', 'notMember'],
  ['WS021', 'gone'],
  ['WS022', 'notInvited'],
  ['WS023', 'expired'],
]);

/** A response of the database, as postgrest-js returns it. */
interface DatabaseResponse {
  readonly status: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Throws the error of a response, if it has one. @throws {WorkspaceError} */
export function assertSuccess({ status, error }: DatabaseResponse): void {
  if (error) throw new WorkspaceError(failureOf(status, error.code), error);
}

/** Whether an insert was refused because its id is taken: an earlier attempt stored the row, and its response was lost. */
export function isDuplicate({ error }: DatabaseResponse): boolean {
  return error?.code === UNIQUE_VIOLATION;
}

/**
 * The parsed data of a response.
 * @throws {WorkspaceError} if the response is an error, or its data does not match the schema
 */
export function readData<const Schema extends v.GenericSchema>(schema: Schema, response: DatabaseResponse & { readonly data: unknown }): v.InferOutput<Schema> {
  assertSuccess(response);
  const data = v.safeParse(schema, response.data);
  if (!data.success) throw new WorkspaceError('unknown', new v.ValiError(data.issues));
  return data.output;
}

/** The parsed rows of a response. @throws {WorkspaceError} as {@link readData} does */
export function readRows<const Schema extends v.GenericSchema>(schema: Schema, response: DatabaseResponse & { readonly data: unknown }): v.InferOutput<Schema>[] {
  return readData(v.array(schema), response);
}

/** A gateway responds in place of a service that is restarting or too slow. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** The failure that a status and a code stand for. supabase-js reports status 0 when there was no response. */
export function failureOf(status: number, code: string): WorkspaceFailure {
  if (status === 0 || GATEWAY_STATUSES.has(status)) return 'unreachable';
  const known = FAILURES.get(code);
  if (known) return known;
  if (status === 413) return 'tooLong';
  if (status === 401) return 'session';
  return status === 403 ? 'refused' : 'unknown';
}

/** The error itself if it is a WorkspaceError, otherwise one with the failure `unknown`. */
export function asWorkspaceError(error: unknown): WorkspaceError {
  return error instanceof WorkspaceError ? error : new WorkspaceError('unknown', error);
}

/** Reports an error that is a bug of this module. Call it where the error is caught, not where it is shown, so that it is reported once. */
export function reportFault(error: unknown): void {
  if (!(error instanceof WorkspaceError)) reportError(error);
}
