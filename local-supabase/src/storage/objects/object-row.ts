import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { noSuchKey } from '../storage-error.ts';

/** What the service notes of the bytes. A row that SQL wrote may lack any of it. */
const metadataSchema = v.looseObject({
  eTag: v.optional(v.string()),
  size: v.optional(v.number()),
  mimetype: v.optional(v.string()),
  cacheControl: v.optional(v.string()),
  lastModified: v.optional(v.string()),
});

/** A row of `storage.objects`, as the API shows it. */
export const objectRow = v.object({
  name: v.string(),
  bucket_id: v.string(),
  owner: v.nullable(v.string()),
  owner_id: v.nullable(v.string()),
  version: v.nullable(v.string(), ''),
  id: v.string(),
  updated_at: v.string(),
  created_at: v.string(),
  last_accessed_at: v.nullable(v.string()),
  metadata: v.fallback(v.nullable(metadataSchema), null),
  user_metadata: v.nullable(v.record(v.string(), v.unknown())),
});

/** See objectRow. */
export type ObjectRow = v.InferOutput<typeof objectRow>;

/** The columns of objectRow. */
export const objectColumns = Object.keys(objectRow.entries).join(', ');

/** An object that whoever asks may see. @throws StorageError 404 */
export async function findObject(queries: Queries, bucket: string, key: string): Promise<ObjectRow> {
  const row = await queries.first(objectRow, `select ${objectColumns} from storage.objects where bucket_id = $1 and name = $2`, [bucket, key]);
  if (!row) throw noSuchKey();
  return row;
}
