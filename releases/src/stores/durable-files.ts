import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Whether an error is a system error with one of these codes, for example ENOENT. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
}

/** Reads a file; null if it does not exist. */
export async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}

/** Writes a new file and waits until it is on disk. */
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

/** Waits until a folder's entries are on disk, so that a rename in it survives a power failure. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot sync folders.
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** The names of temporary files of {@link replaceFile}. */
export const UNFINISHED_FILE = /\.[0-9a-f-]{36}\.new$/;

/** Replaces a file atomically and durably: readers see the old content or the new, never a part of it. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    await writeNewFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** An unfinished write that is older than this many milliseconds belongs to a dead process. */
export const ABANDONED_AFTER = 60 * 60 * 1000;

/**
 * Removes unfinished writes that dead processes left in a folder.
 *
 * @param unfinished the names of unfinished writes, if the folder has other entries too
 */
export async function removeAbandonedEntries(directory: string, unfinished = /./): Promise<void> {
  try {
    for (const name of await readdir(directory)) {
      if (!unfinished.test(name)) continue;
      const path = join(directory, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(path, { recursive: true, force: true });
    }
  } catch (error) {
    // The folder does not exist yet, or another process just finished its write. The next call removes the rest.
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}
