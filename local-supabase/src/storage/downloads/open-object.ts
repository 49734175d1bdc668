import type { FileHandle } from 'node:fs/promises';
import type { Queries } from '../../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import { objectKey } from '../names.ts';
import { findObject } from '../objects/object-row.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { noSuchKey } from '../storage-error.ts';

/**
 * An object with its bytes, opened while the session is held: whoever replaces or removes it comes before or after, and its
 * bytes go only after the row.
 * @throws StorageError 404
 */
export async function openObject(queries: Queries, files: FileStore, bucket: string, key: string): Promise<{ row: ObjectRow; file: FileHandle }> {
  const row = await findObject(queries, bucket, objectKey(key));
  const file = await files.open(row.version);
  if (!file) throw noSuchKey();
  return { row, file };
}
