import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Whether an error is the system's with one of these codes, for example ENOENT. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
}

/** The content of a file, or null if there is no such file. */
export async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}

/** Writes a new file and waits until it is on the disk. */
export async function writeNewFile(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until a folder's entries are on the disk, so that a rename in it outlives a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows has no such call for folders.
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** The names of files that {@link replaceFile} has not put in place yet. */
export const halfWritten = /\.[0-9a-f-]{36}\.new$/;

/** Puts a file in the place of another, at once and for good: readers see the old content or the new, never a part. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const beside = `${path}.${randomUUID()}.new`;
  try {
    await writeNewFile(beside, content);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

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
