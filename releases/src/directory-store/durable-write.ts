import { mkdir, open, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';

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
