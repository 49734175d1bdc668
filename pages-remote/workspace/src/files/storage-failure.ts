import { type WorkspaceFailure, failureOf, WorkspaceError } from '../data/workspace-error.ts';

/** An error as storage-js gives it: what the service answered, or, without a status, that no answer came. */
interface StorageFailure {
  readonly message: string;
  readonly status?: number | undefined;
  readonly statusCode?: string | undefined;
}

/** Throws what the storage service answered, if it was an error. @throws {WorkspaceError} */
export function assertStored(error: StorageFailure | null): void {
  if (error) throw new WorkspaceError(storageFailure(error), error);
}

/** What an error of the storage service means. Its body has the real status, the HTTP status is often 400. */
export function storageFailure({ status, statusCode }: StorageFailure): WorkspaceFailure {
  const real = Number(statusCode ?? status ?? 0);
  if (real === 413) return 'fileTooLarge';
  if (real === 415) return 'fileType';
  return real === 404 ? 'gone' : failureOf(real, '');
}
