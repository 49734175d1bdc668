import { findBucket } from '../buckets/bucket-row.ts';
import { asCaller } from '../caller.ts';
import type { Endpoint } from '../storage-call.ts';

/** `GET /bucket/:bucket` */
export const bucketGet: Endpoint = {
  method: 'GET',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.get',
  handle: async ({ storage, caller, bucket }) => ({ body: await asCaller(storage, caller, (queries) => findBucket(queries, bucket)) }),
};
