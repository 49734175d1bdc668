import * as v from 'valibot';
import type { Database } from '../../database/database.ts';
import { FileStore } from './file-store.ts';

/** Opens the files of a data directory and removes what a crash, or SQL, has left without a row. */
export async function openFileStore(database: Database, dataDirectory: string | undefined): Promise<FileStore> {
  const files = await FileStore.open(dataDirectory);
  const rows = await database.rows(v.object({ version: v.string() }), 'select version from storage.objects where version is not null');
  await files.sweep(new Set(rows.map(({ version }) => version)));
  return files;
}
