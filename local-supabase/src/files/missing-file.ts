import * as v from 'valibot';

const missing = v.object({ code: v.literal('ENOENT') });

/** Whether an error of the file system says that the file is not there (errno.h, ENOENT). */
export function isMissingFile(error: unknown): boolean {
  return v.is(missing, error);
}
