import { findBucket } from '../buckets/bucket-row.ts';
import { asCaller } from '../caller.ts';
import { objectColumns, objectRow } from '../objects/object-row.ts';
import type { Endpoint } from '../storage-call.ts';

/**
 * `POST /bucket/:bucket/empty`: removes what the caller may delete, at once. (The hosted service queues it, and then asks no
 * policy of the objects.)
 */
export const bucketEmpty: Endpoint = {
  method: 'POST',
  path: '/bucket/:bucket/empty',
  operation: 'storage.bucket.empty',
  async handle({ storage, caller, bucket }) {
    const removed = await asCaller(storage, caller, async (queries) => {
      await findBucket(queries, bucket);
      return queries.rows(objectRow, `delete from storage.objects where bucket_id = $1 returning ${objectColumns}`, [bucket]);
    });
    await storage.files.remove(removed.map(({ version }) => version));
    return { body: { message: 'Empty bucket has been queued. Completion may take up to an hour.' } };
  },
};
