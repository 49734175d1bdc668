import * as v from 'valibot';
import type { ProjectClient } from '../_shared/project.ts';

type Bucket = ReturnType<ProjectClient['storage']['from']>;

/** Most entries that the storage service lists or removes per request. */
const MAX_ENTRIES = 1000;

/** Folders per request: their ids are long, and the length of a URL is limited. */
const FOLDERS_PER_REQUEST = 100;

const idSchema = v.pipe(v.string(), v.uuid());
const boardsSchema = v.array(v.object({ id: v.string() }));

/**
 * Removes everything in a folder of a bucket through the Storage API. Deleting the rows by SQL would leave the bytes behind. A
 * missing folder counts as empty.
 * @throws StorageError
 */
export async function removeFolder(bucket: Bucket, folder: string): Promise<void> {
  for (;;) {
    const { data: entries, error } = await bucket.list(folder, { limit: MAX_ENTRIES });
    if (error) throw error;
    // Folders have no id. They disappear with their last file.
    const folders = entries.filter(({ id }) => id === null).map(({ name }) => `${folder}/${name}`);
    for (const inner of folders) await removeFolder(bucket, inner);
    const files = entries.filter(({ id }) => id !== null).map(({ name }) => `${folder}/${name}`);
    if (files.length > 0) {
      const removed = await bucket.remove(files);
      if (removed.error) throw removed.error;
      if (removed.data.length === 0) throw new Error('The storage service removed no file.');
    }
    if (entries.length < MAX_ENTRIES) return;
  }
}

/**
 * Removes the folders of boards that no longer exist. Boards are deleted with their owner, so nothing records which folders were
 * theirs. No user can store files in the folder of a board that does not exist.
 *
 * @throws if the storage or the database refuses
 */
export async function removeOrphans(admin: ProjectClient, bucket: string): Promise<void> {
  const files = admin.storage.from(bucket);
  let offset = 0;
  for (;;) {
    const { data: entries, error } = await files.list('', { limit: FOLDERS_PER_REQUEST, offset });
    if (error) throw error;
    const folders = entries.map(({ name }) => name).filter((name) => v.is(idSchema, name));
    const { data } = await admin.from('workspace_boards').select('id').in('id', folders).throwOnError();
    const boards = new Set(v.parse(boardsSchema, data).map(({ id }) => id));
    const orphans = folders.filter((folder) => !boards.has(folder));
    for (const orphan of orphans) await removeFolder(files, orphan);
    if (entries.length < FOLDERS_PER_REQUEST) return;
    offset += entries.length - orphans.length;
  }
}
