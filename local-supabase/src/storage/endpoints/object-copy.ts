import * as v from 'valibot';
import { asCaller, ownerOf } from '../caller.ts';
import { bucketName, objectKey } from '../names.ts';
import { findObject } from '../objects/object-row.ts';
import { readBody } from '../storage-call.ts';
import type { Endpoint } from '../storage-call.ts';
import { noSuchKey } from '../storage-error.ts';
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
    const bucket = bucketName(body.destinationBucket ?? body.bucketId);
    const key = objectKey(body.destinationKey);
    const source = await asCaller(storage, caller, (queries) => findObject(queries, bucketName(body.bucketId), body.sourceKey));
    const intent = {
      bucket,
      key,
      owner: ownerOf(caller),
      upsert: request.headers['x-upsert'] === 'true',
      metadata: { ...source.metadata, ...(body.copyMetadata ? {} : body.metadata), lastModified: new Date().toISOString() },
      userMetadata: body.copyMetadata ? source.user_metadata : userMetadataOf(request.headers['x-metadata']),
    };
    await requireMayWrite(storage, caller, intent);
    const version = await storage.files.duplicate(source.version);
    if (version === undefined) throw noSuchKey();
    const row = await publishObject(storage, version, intent);
    return { body: { Id: row.id, Key: `${bucket}/${key}`, ...row } };
  },
};
