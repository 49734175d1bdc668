import type { ProjectClient } from '../_shared/project.ts';

type Bucket = ReturnType<ProjectClient['storage']['from']>;

/** The most that the storage service lists, and removes, at once. */
const AT_ONCE = 1000;

/**
 * Removes everything in a folder of a bucket, through the Storage API: rows that are deleted by SQL would leave the
 * bytes behind. A folder that is not there is empty.
 * @throws StorageError
 */
export async function removeFolder(bucket: Bucket, folder: string): Promise<void> {
  for (;;) {
    const { data: entries, error } = await bucket.list(folder, { limit: AT_ONCE });
    if (error) throw error;
    // Folders have no id; they are gone with the last file in them.
    const folders = entries.filter(({ id }) => id === null).map(({ name }) => `${folder}/${name}`);
    for (const inner of folders) await removeFolder(bucket, inner);
    const files = entries.filter(({ id }) => id !== null).map(({ name }) => `${folder}/${name}`);
    if (files.length > 0) {
      const removed = await bucket.remove(files);
      if (removed.error) throw removed.error;
      if (removed.data.length === 0) throw new Error('The storage service removes nothing.');
    }
    if (entries.length < AT_ONCE) return;
  }
}
