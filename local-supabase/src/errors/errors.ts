import * as v from 'valibot';

/** The backend cannot start. The message is one line that says what is wrong and how to mend it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Tells the developer of a failure that no caller caused. The caller learns only that there was one. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`local-supabase: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

const missing = v.object({ code: v.literal('ENOENT') });

/** Whether an error of the file system says that the file is not there (errno.h, ENOENT). */
export function isMissingFile(error: unknown): boolean {
  return v.is(missing, error);
}
