import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { databaseRefusal } from '../database-refusal.ts';
import { findObject } from '../objects/object-row.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { upsertObject } from '../objects/write-object.ts';
import { alreadyExists } from '../storage-error.ts';
import type { StorageServices } from '../storage-services.ts';
import type { Intent } from './may-write.ts';

const versionRow = v.object({ version: v.nullable(v.string(), '') });

/**
 * Writes the row of bytes that are there, whatever the policies say: they were asked before the bytes were taken. Of two
 * uploads of one key, the one that comes last stays; where it may not replace the other, the first. The bytes of the loser go.
 * @throws StorageError 409 when the key was taken meanwhile, 404 when the bucket has gone
 */
export async function publishObject({ database, files }: StorageServices, version: string, intent: Intent): Promise<ObjectRow> {
  const write = async (queries: Queries): Promise<{ row: ObjectRow; replaced: string | undefined }> => {
    const current = await queries.first(versionRow, 'select version from storage.objects where bucket_id = $1 and name = $2', [intent.bucket, intent.key]);
    if (current && !intent.upsert) throw alreadyExists('KeyAlreadyExists');
    await upsertObject(queries, { ...intent, version });
    return { row: await findObject(queries, intent.bucket, intent.key), replaced: current?.version };
  };
  let published;
  try {
    published = await database.transaction(write);
  } catch (error) {
    await files.remove([version]);
    throw databaseRefusal(error);
  }
  if (published.replaced !== undefined) await files.remove([published.replaced]);
  return published.row;
}
