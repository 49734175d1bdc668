import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '../error-code.ts';

/** What was being written this many milliseconds ago, and still is, was left by a process that died. */
const abandonedAfter = 60 * 60 * 1000;

/**
 * Removes what dead processes left in a folder of unfinished writes.
 *
 * @param unfinished the names of unfinished writes, where the folder holds other things too
 */
export async function removeAbandonedEntries(directory: string, unfinished = /./): Promise<void> {
  try {
    for (const name of await readdir(directory)) {
      if (!unfinished.test(name)) continue;
      const path = join(directory, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true });
    }
  } catch (error) {
    // The folder is not there yet, or another process finished its write meanwhile: the next write sweeps the rest.
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}
