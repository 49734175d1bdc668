import * as v from 'valibot';
import type { ProjectClient } from '../_shared/project.ts';

type Bucket = ReturnType<ProjectClient['storage']['from']>;

/** Maximum number of entries that the storage service lists per request. */
const MAX_ENTRIES = 1000;

const pathsSchema = v.array(v.string());

/**
 * Removes the files in a folder of a bucket through the Storage API. Deleting the rows by SQL would leave the bytes behind. A
 * missing folder counts as empty.
 * @throws StorageError
 */
export async function removeFolder(bucket: Bucket, folder: string): Promise<void> {
  for (;;) {
    const { data: entries, error } = await bucket.list(folder, { limit: MAX_ENTRIES });
    if (error) throw error;
    await removeFiles(bucket, entries.map(({ name }) => `${folder}/${name}`));
    if (entries.length < MAX_ENTRIES) return;
  }
}

/**
 * Removes the files of boards, wherever they are stored: a note that moves to another board takes its files along, and their bytes
 * stay in the folder of the earlier board.
 * @throws if the storage or the database refuses
 */
export async function removeBoardFiles(admin: ProjectClient, boards: readonly string[]): Promise<void> {
  await removeListed(admin, 'workspace_board_files', { boards });
}

/**
 * Removes the files of boards and notes that no longer exist. Boards are deleted with their owner, so nothing records whose files
 * these were. No user can store files for a note that does not exist.
 * @throws if the storage or the database refuses
 */
export async function removeOrphans(admin: ProjectClient): Promise<void> {
  await removeListed(admin, 'workspace_orphan_files', {});
}

/** Removes the files that a function of the database lists, until it lists none. */
async function removeListed(admin: ProjectClient, list: string, args: Record<string, unknown>): Promise<void> {
  for (;;) {
    const { data } = await admin.rpc(list, args).throwOnError();
    const paths = v.parse(pathsSchema, data);
    if (paths.length === 0) return;
    await removeFiles(admin.storage.from('workspace-files'), paths);
  }
}

async function removeFiles(bucket: Bucket, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const { data, error } = await bucket.remove(paths);
  if (error) throw error;
  if (data.length === 0) throw new Error('The storage service removed no file.');
}
