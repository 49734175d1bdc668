import * as v from 'valibot';
import { requireAdmitted } from '../buckets/bucket-limits.ts';
import { findBucket } from '../buckets/bucket-row.ts';
import { asCaller, ownerOf } from '../caller.ts';
import { bucketName, objectKey } from '../names.ts';
import { findObject } from '../objects/object-row.ts';
import { readBody } from '../storage-call.ts';
import type { Endpoint } from '../storage-call.ts';
import { noSuchKey } from '../storage-error.ts';
import { admittedCacheControl } from '../uploads/cache-control.ts';
import { userMetadataOf } from '../uploads/incoming-file.ts';
import { requireMayWrite } from '../uploads/may-write.ts';
import { publishObject } from '../uploads/publish-object.ts';

const bodySchema = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.optional(v.string()),
  destinationKey: v.string(),
  metadata: v.optional(v.object({ cacheControl: v.optional(v.string()), mimetype: v.optional(v.string()) }), {}),
  copyMetadata: v.optional(v.boolean(), true),
});

/** `POST /object/copy`: needs SELECT of the source and INSERT of the copy; with `x-upsert: true`, also SELECT and UPDATE of what it replaces. */
export const objectCopy: Endpoint = {
  method: 'POST',
  path: '/object/copy',
  operation: 'storage.object.copy',
  async handle(call) {
    const { storage, caller, request } = call;
    const body = readBody(call, bodySchema);
    const bucket = await findBucket(storage.database, body.destinationBucket ?? body.bucketId);
    const key = objectKey(body.destinationKey);
    const changed = body.copyMetadata ? {} : body.metadata;
    admittedCacheControl(changed.cacheControl ?? '');
    const { source, metadata, version } = await asCaller(storage, caller, async (queries) => {
      const found = await findObject(queries, bucketName(body.bucketId), body.sourceKey);
      const described = { ...found.metadata, ...changed, lastModified: new Date().toISOString() };
      requireAdmitted(bucket, key, described);
      // While the session is held, nobody takes away the bytes that the row speaks of.
      const duplicate = await storage.files.duplicate(found.version);
      if (duplicate === undefined) throw noSuchKey();
      return { source: found, metadata: described, version: duplicate };
    });
    const intent = {
      bucket: bucket.id,
      key,
      owner: ownerOf(caller),
      upsert: request.headers['x-upsert'] === 'true',
      metadata,
      userMetadata: body.copyMetadata ? source.user_metadata : userMetadataOf(request.headers['x-metadata']),
    };
    try {
      await requireMayWrite(storage, caller, intent);
    } catch (error) {
      await storage.files.remove([version]);
      throw error;
    }
    const row = await publishObject(storage, version, intent);
    return { body: { Id: row.id, Key: `${bucket.id}/${key}`, ...row } };
  },
};
