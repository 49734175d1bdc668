import * as v from 'valibot';
import { findBucket, requireAdmitted } from '../buckets.ts';
import { readBody } from '../call.ts';
import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { asCaller, ownerOf } from '../caller.ts';
import { requireHeaderText, userMetadataOf } from '../incoming-file.ts';
import { folderListing, keyListing, listFolder, listKeys } from '../listing.ts';
import { bucketName, objectKey } from '../names.ts';
import { findObject, OBJECT_COLUMNS, objectRow, ownerUuid } from '../objects.ts';
import type { ObjectRow } from '../objects.ts';
import { accessDenied, noSuchBucket, noSuchKey } from '../storage-error.ts';
import { publishObject, requireMayWrite } from '../uploads.ts';

/** `POST /object/list/:bucket`: one page of a folder. As in the service, a missing bucket counts as empty. */
export const objectList: Endpoint = {
  method: 'POST',
  path: '/object/list/:bucket',
  operation: 'storage.object.list',
  async handle(call) {
    const options = readBody(call, folderListing);
    const bucket = bucketName(call.bucket);
    return { body: await asCaller(call.storage, call.caller, (queries) => listFolder(queries, bucket, options)) };
  },
};

/** `POST /object/list-v2/:bucket`: one page of keys, with a cursor to the next. */
export const objectListV2: Endpoint = {
  method: 'POST',
  path: '/object/list-v2/:bucket',
  operation: 'storage.object.list_v2',
  async handle(call) {
    const options = readBody(call, keyListing);
    const bucket = bucketName(call.bucket);
    return { body: await asCaller(call.storage, call.caller, (queries) => listKeys(queries, bucket, options)) };
  },
};

async function info({ storage, caller, bucket: bucketId, key }: Call): Promise<EndpointResponse> {
  const bucket = await findBucket(storage.database, bucketId);
  const isPublic = bucket.public === true;
  if (!isPublic && !caller.isIdentified) throw noSuchBucket();
  objectKey(key);
  const row = isPublic
    ? await findObject(storage.database, bucketId, key)
    : await asCaller(storage, caller, (queries) => findObject(queries, bucketId, key));
  const { size, mimetype, cacheControl, eTag } = row.metadata ?? {};
  return {
    body: {
      id: row.id,
      name: row.name,
      version: row.version,
      bucket_id: row.bucket_id,
      size: size ?? null,
      content_type: mimetype ?? null,
      cache_control: cacheControl ?? null,
      etag: eTag ?? null,
      metadata: row.user_metadata,
      last_modified: row.updated_at,
      created_at: row.created_at,
    },
  };
}

/** `GET /object/info/:bucket/*` */
export const objectInfo: Endpoint = {
  method: 'GET',
  path: '/object/info/:bucket/*',
  operation: 'object.get_authenticated_info',
  allowsAnonymous: true,
  handle: info,
};

/** `GET /object/info/authenticated/:bucket/*` */
export const objectInfoAuthenticated: Endpoint = {
  method: 'GET',
  path: '/object/info/authenticated/:bucket/*',
  operation: 'object.get_authenticated_info',
  handle: info,
};

/** `GET /object/info/public/:bucket/*`: public buckets only, for every caller. */
export const objectInfoPublic: Endpoint = {
  method: 'GET',
  path: '/object/info/public/:bucket/*',
  operation: 'storage.object.info_public',
  allowsAnonymous: true,
  handle: (call) => info({ ...call, caller: { ...call.caller, isIdentified: false } }),
};

const copySchema = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.optional(v.string()),
  destinationKey: v.string(),
  metadata: v.optional(v.object({ cacheControl: v.optional(v.string()), mimetype: v.optional(v.string()) }), {}),
  copyMetadata: v.optional(v.boolean(), true),
});

/** `POST /object/copy`: needs SELECT on the source and INSERT on the copy, and with `x-upsert: true` also SELECT and UPDATE on the replaced object. */
export const objectCopy: Endpoint = {
  method: 'POST',
  path: '/object/copy',
  operation: 'storage.object.copy',
  async handle(call) {
    const { storage, caller, request } = call;
    const body = readBody(call, copySchema);
    const bucket = await findBucket(storage.database, body.destinationBucket ?? body.bucketId);
    const key = objectKey(body.destinationKey);
    const changed = body.copyMetadata ? {} : body.metadata;
    requireHeaderText(changed.cacheControl ?? '');
    const { source, metadata, version } = await asCaller(storage, caller, async (queries) => {
      const found = await findObject(queries, bucketName(body.bucketId), body.sourceKey);
      const described = { ...found.metadata, ...changed, lastModified: new Date().toISOString() };
      requireAdmitted(bucket, key, described);
      // While the session is locked, the row's bytes cannot be removed.
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

const moveSchema = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.optional(v.string()),
  destinationKey: v.string(),
});

/** `POST /object/move`: needs SELECT and UPDATE. The file stays where it is. The caller becomes the owner. */
export const objectMove: Endpoint = {
  method: 'POST',
  path: '/object/move',
  operation: 'storage.object.move',
  async handle(call) {
    const { bucketId, sourceKey, destinationBucket, destinationKey } = readBody(call, moveSchema);
    const owner = ownerOf(call.caller);
    const bucket = await findBucket(call.storage.database, destinationBucket ?? bucketId);
    const key = objectKey(destinationKey);
    const values = [bucketName(bucketId), sourceKey, bucket.id, key, ownerUuid(owner), owner];
    const moved = await asCaller(call.storage, call.caller, async (queries) => {
      const { metadata } = await findObject(queries, bucketName(bucketId), sourceKey);
      // Within its bucket, an object may be renamed even if the bucket's limits have changed.
      if (bucket.id !== bucketId) requireAdmitted(bucket, key, metadata);
      return queries.first(
        objectRow,
        `update storage.objects set bucket_id = $3, name = $4, owner = coalesce($5, owner), owner_id = coalesce($6, owner_id)
         where bucket_id = $1 and name = $2 returning ${OBJECT_COLUMNS}`,
        values,
      );
    });
    if (!moved) throw noSuchKey();
    return { body: { message: 'Successfully moved', Id: moved.id, Key: moved.name } };
  },
};

const removalSchema = v.object({ prefixes: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) });

/** Removes the objects that the caller may see and delete: first the rows, then the files. */
async function remove({ storage, caller, bucket }: Call, keys: string[]): Promise<ObjectRow[]> {
  const removed = await asCaller(storage, caller, (queries) =>
    queries.rows(objectRow, `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning ${OBJECT_COLUMNS}`, [
      bucketName(bucket),
      keys,
    ]),
  );
  await storage.files.remove(removed.map(({ version }) => version));
  return removed;
}

/** `DELETE /object/:bucket`: removes several objects. Silently skips those that the caller may not delete. */
export const objectsRemove: Endpoint = {
  method: 'DELETE',
  path: '/object/:bucket',
  operation: 'storage.object.delete_many',
  handle: async (call) => ({ body: await remove(call, readBody(call, removalSchema).prefixes) }),
};

/** `DELETE /object/:bucket/*`: removes one object. */
export const objectRemove: Endpoint = {
  method: 'DELETE',
  path: '/object/:bucket/*',
  operation: 'storage.object.delete',
  async handle(call) {
    await findObject(call.storage.database, bucketName(call.bucket), objectKey(call.key));
    if ((await remove(call, [call.key])).length === 0) throw accessDenied('Access denied');
    return { body: { message: 'Successfully deleted' } };
  },
};
