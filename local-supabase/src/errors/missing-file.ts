import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';

const missingFileError = v.object({ code: v.literal('ENOENT') });

/** Whether a file system error means that the file does not exist. */
export function isMissingFile(error: unknown): boolean {
  return v.is(missingFileError, error);
}

/** Whether a path is a file. */
export async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The text of a file, or undefined if it does not exist. @throws other errors of the file system */
export async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
