import * as v from 'valibot';
import { asCaller, ownerOf } from '../caller.ts';
import { bucketName, objectKey } from '../names.ts';
import { objectColumns, objectRow } from '../objects/object-row.ts';
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
    const values = [bucketName(bucketId), sourceKey, bucketName(destinationBucket ?? bucketId), objectKey(destinationKey), ownerUuid(owner), owner];
    const moved = await asCaller(call.storage, call.caller, (queries) =>
      queries.first(
        objectRow,
        `update storage.objects set bucket_id = $3, name = $4, owner = coalesce($5, owner), owner_id = coalesce($6, owner_id)
         where bucket_id = $1 and name = $2 returning ${objectColumns}`,
        values,
      ),
    );
    if (!moved) throw noSuchKey();
    return { body: { message: 'Successfully moved', Id: moved.id, Key: moved.name } };
  },
};
