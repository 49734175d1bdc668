import { readFile } from 'node:fs/promises';
import { hasErrorCode } from '../error-code.ts';

/** The content of a file, or null if there is no such file. */
export async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}
