import * as v from 'valibot';

/** The backend cannot start. The message is one line that says what is wrong and how to fix it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Prints an unexpected failure for the developer. The client gets no details. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`local-supabase: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

const missingFileError = v.object({ code: v.literal('ENOENT') });

/** Whether a file system error means that the file does not exist. */
export function isMissingFile(error: unknown): boolean {
  return v.is(missingFileError, error);
}
