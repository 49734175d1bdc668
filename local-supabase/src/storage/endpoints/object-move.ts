import * as v from 'valibot';
import { requireAdmitted } from '../buckets/bucket-limits.ts';
import { findBucket } from '../buckets/bucket-row.ts';
import { asCaller, ownerOf } from '../caller.ts';
import { bucketName, objectKey } from '../names.ts';
import { findObject, objectColumns, objectRow } from '../objects/object-row.ts';
import { ownerUuid } from '../objects/write-object.ts';
import { readBody } from '../storage-call.ts';
import type { Endpoint } from '../storage-call.ts';
import { noSuchKey } from '../storage-error.ts';

const bodySchema = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.optional(v.string()),
  destinationKey: v.string(),
});

/** `POST /object/move`: needs SELECT and UPDATE. The bytes stay where they are; whoever moves an object owns it then. */
export const objectMove: Endpoint = {
  method: 'POST',
  path: '/object/move',
  operation: 'storage.object.move',
  async handle(call) {
    const { bucketId, sourceKey, destinationBucket, destinationKey } = readBody(call, bodySchema);
    const owner = ownerOf(call.caller);
    const bucket = await findBucket(call.storage.database, destinationBucket ?? bucketId);
    const key = objectKey(destinationKey);
    const values = [bucketName(bucketId), sourceKey, bucket.id, key, ownerUuid(owner), owner];
    const moved = await asCaller(call.storage, call.caller, async (queries) => {
      const { metadata } = await findObject(queries, bucketName(bucketId), sourceKey);
      // What a bucket holds already may get another name in it.
      if (bucket.id !== bucketId) requireAdmitted(bucket, key, metadata);
      return queries.first(
        objectRow,
        `update storage.objects set bucket_id = $3, name = $4, owner = coalesce($5, owner), owner_id = coalesce($6, owner_id)
         where bucket_id = $1 and name = $2 returning ${objectColumns}`,
        values,
      );
    });
    if (!moved) throw noSuchKey();
    return { body: { message: 'Successfully moved', Id: moved.id, Key: moved.name } };
  },
};
