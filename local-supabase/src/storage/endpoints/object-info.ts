import { findBucket } from '../buckets/bucket-row.ts';
import { asCaller } from '../caller.ts';
import { objectKey } from '../names.ts';
import { findObject } from '../objects/object-row.ts';
import type { Answer, Call, Endpoint } from '../storage-call.ts';
import { noSuchBucket } from '../storage-error.ts';

async function info({ storage, caller, bucket: bucketId, key }: Call): Promise<Answer> {
  const bucket = await findBucket(storage.database, bucketId);
  const isPublic = bucket.public === true;
  if (!isPublic && !caller.known) throw noSuchBucket();
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
  admitsAnybody: true,
  handle: info,
};

/** `GET /object/info/authenticated/:bucket/*` */
export const objectInfoAuthenticated: Endpoint = {
  method: 'GET',
  path: '/object/info/authenticated/:bucket/*',
  operation: 'object.get_authenticated_info',
  handle: info,
};

/** `GET /object/info/public/:bucket/*`: public buckets only, whoever asks. */
export const objectInfoPublic: Endpoint = {
  method: 'GET',
  path: '/object/info/public/:bucket/*',
  operation: 'storage.object.info_public',
  admitsAnybody: true,
  handle: (call) => info({ ...call, caller: { ...call.caller, known: false } }),
};
