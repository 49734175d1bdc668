import * as v from 'valibot';
import { findBucket } from '../buckets/bucket-row.ts';
import { asCaller } from '../caller.ts';
import type { Endpoint } from '../storage-call.ts';
import { StorageError, noSuchBucket } from '../storage-error.ts';

const anyObject = 'select id from storage.objects where bucket_id = $1 limit 1';

/** `DELETE /bucket/:bucket`: a bucket must be empty, whether or not the caller sees what is in it. */
export const bucketDelete: Endpoint = {
  method: 'DELETE',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.delete',
  async handle({ storage, caller, bucket }) {
    const { id } = await findBucket(storage.database, bucket);
    if (await storage.database.first(v.object({ id: v.string() }), anyObject, [id])) {
      throw new StorageError('The bucket you tried to delete is not empty', { statusCode: 409, code: 'ResourceNotEmpty' });
    }
    const deleted = await asCaller(storage, caller, (queries) => queries.run('delete from storage.buckets where id = $1', [id]));
    if (deleted === 0) throw noSuchBucket();
    return { body: { message: 'Successfully deleted' } };
  },
};
