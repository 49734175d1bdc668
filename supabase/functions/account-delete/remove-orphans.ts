import * as v from 'valibot';
import type { ProjectClient } from '../_shared/project.ts';
import { removeFolder } from './remove-folder.ts';

/** Folders that are listed, and boards that are asked for, at once: ids are long, and stand in one address. */
const AT_ONCE = 100;

const idSchema = v.pipe(v.string(), v.uuid());
const boardsSchema = v.array(v.object({ id: v.string() }));

/**
 * Removes the folders of boards that are no more. Boards go with their person, so that afterwards nothing says any more
 * which folders were theirs; nobody can store anything in the folder of a board that is not there.
 *
 * @throws where the storage or the database refuses
 */
export async function removeOrphans(admin: ProjectClient, bucket: string): Promise<void> {
  const files = admin.storage.from(bucket);
  let kept = 0;
  for (;;) {
    const { data: entries, error } = await files.list('', { limit: AT_ONCE, offset: kept });
    if (error) throw error;
    const folders = entries.map(({ name }) => name).filter((name) => v.is(idSchema, name));
    const { data } = await admin.from('workspace_boards').select('id').in('id', folders).throwOnError();
    const boards = new Set(v.parse(boardsSchema, data).map(({ id }) => id));
    const orphans = folders.filter((folder) => !boards.has(folder));
    for (const orphan of orphans) await removeFolder(files, orphan);
    if (entries.length < AT_ONCE) return;
    kept += entries.length - orphans.length;
  }
}
