import { findBucket } from '../buckets/bucket-row.ts';
import { asCaller } from '../caller.ts';
import { openObject } from '../downloads/open-object.ts';
import { sendObject } from '../downloads/send-object.ts';
import type { Answer, Call, Endpoint } from '../storage-call.ts';
import { noSuchBucket } from '../storage-error.ts';

/** Sends an object that the caller may see, or anybody where the bucket is public. */
async function read({ storage, caller, bucket: bucketId, key, query, request }: Call): Promise<Answer> {
  const bucket = await findBucket(storage.database, bucketId);
  const isPublic = bucket.public === true;
  if (!isPublic && !caller.known) throw noSuchBucket();
  const { row, file } = isPublic
    ? await storage.database.transaction((queries) => openObject(queries, storage.files, bucketId, key))
    : await asCaller(storage, caller, (queries) => openObject(queries, storage.files, bucketId, key));
  return sendObject(row, file, { method: request.method, headers: request.headers, download: query.get('download') });
}

/** `GET /object/:bucket/*` */
export const objectRead: Endpoint = {
  method: 'GET',
  path: '/object/:bucket/*',
  operation: 'storage.object.get_authenticated',
  admitsAnybody: true,
  handle: read,
};

/** `GET /object/authenticated/:bucket/*` */
export const objectReadAuthenticated: Endpoint = {
  method: 'GET',
  path: '/object/authenticated/:bucket/*',
  operation: 'storage.object.get_authenticated',
  handle: read,
};

/** `GET /object/public/:bucket/*`: public buckets only, whoever asks. */
export const objectReadPublic: Endpoint = {
  method: 'GET',
  path: '/object/public/:bucket/*',
  operation: 'storage.object.get_public',
  admitsAnybody: true,
  handle: (call) => read({ ...call, caller: { ...call.caller, known: false } }),
};
