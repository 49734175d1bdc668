import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { bucketName } from '../names.ts';
import { noSuchBucket } from '../storage-error.ts';

/** A row of `storage.buckets`, as the API shows it. */
export const bucketRow = v.object({
  id: v.string(),
  name: v.string(),
  owner: v.nullable(v.string()),
  public: v.nullable(v.boolean()),
  created_at: v.nullable(v.string()),
  updated_at: v.nullable(v.string()),
  /** In bytes. */
  file_size_limit: v.nullable(v.union([v.number(), v.pipe(v.bigint(), v.transform(Number))])),
  allowed_mime_types: v.nullable(v.array(v.string())),
});

/** See bucketRow. */
export type Bucket = v.InferOutput<typeof bucketRow>;

/** The columns of bucketRow. */
export const bucketColumns = Object.keys(bucketRow.entries).join(', ');

/** A bucket that whoever asks may see. @throws StorageError 404 */
export async function findBucket(queries: Queries, id: string): Promise<Bucket> {
  const bucket = await queries.first(bucketRow, `select ${bucketColumns} from storage.buckets where id = $1`, [bucketName(id)]);
  if (!bucket) throw noSuchBucket();
  return bucket;
}
