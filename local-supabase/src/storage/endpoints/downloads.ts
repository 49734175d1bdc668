import * as v from 'valibot';
import { findBucket } from '../buckets.ts';
import { readBody } from '../call.ts';
import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { asCaller } from '../caller.ts';
import { openObject, sendObject } from '../downloads.ts';
import { bucketName, objectKey } from '../names.ts';
import { findObject } from '../objects.ts';
import { noSuchBucket, StorageError } from '../storage-error.ts';

/** Sends an object of a public bucket, or one that the caller may see. */
async function read({ storage, caller, bucket: bucketId, key, query, request }: Call): Promise<EndpointResponse> {
  const bucket = await findBucket(storage.database, bucketId);
  const isPublic = bucket.public === true;
  if (!isPublic && !caller.isIdentified) throw noSuchBucket();
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
  allowsAnonymous: true,
  handle: read,
};

/** `GET /object/authenticated/:bucket/*` */
export const objectReadAuthenticated: Endpoint = {
  method: 'GET',
  path: '/object/authenticated/:bucket/*',
  operation: 'storage.object.get_authenticated',
  handle: read,
};

/** `GET /object/public/:bucket/*`: public buckets only, for every caller. */
export const objectReadPublic: Endpoint = {
  method: 'GET',
  path: '/object/public/:bucket/*',
  operation: 'storage.object.get_public',
  allowsAnonymous: true,
  handle: (call) => read({ ...call, caller: { ...call.caller, isIdentified: false } }),
};

/** In seconds, at most a hundred years. */
const lifetime = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100 * 365 * 24 * 3600));

const oneSchema = v.object({ expiresIn: lifetime });

const severalSchema = v.object({ expiresIn: lifetime, paths: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) });

async function sign({ storage, bucket }: Call, key: string, expiresIn: number): Promise<string> {
  return `/object/sign/${bucket}/${key}?token=${await storage.tokens.sign(bucket, key, 'download', expiresIn)}`;
}

/** `POST /object/sign/:bucket/*`: creates a temporary URL that needs no key. */
export const objectSign: Endpoint = {
  method: 'POST',
  path: '/object/sign/:bucket/*',
  operation: 'storage.object.sign',
  async handle(call) {
    const { expiresIn } = readBody(call, oneSchema);
    const [bucket, key] = [bucketName(call.bucket), objectKey(call.key)];
    await asCaller(call.storage, call.caller, (queries) => findObject(queries, bucket, key));
    return { body: { signedURL: await sign(call, key, expiresIn) } };
  },
};

/** `POST /object/sign/:bucket`: creates URLs of several objects, with an error for each one that the caller may not see. */
export const objectsSign: Endpoint = {
  method: 'POST',
  path: '/object/sign/:bucket',
  operation: 'storage.object.sign_many',
  async handle(call) {
    const { expiresIn, paths } = readBody(call, severalSchema);
    const rows = await asCaller(call.storage, call.caller, (queries) =>
      queries.rows(v.object({ name: v.string() }), 'select name from storage.objects where bucket_id = $1 and name = any($2::text[])', [
        bucketName(call.bucket),
        paths,
      ]),
    );
    const visible = new Set(rows.map(({ name }) => name));
    const body = paths.map(async (path) =>
      visible.has(path)
        ? { error: null, path, signedURL: await sign(call, path, expiresIn) }
        : { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
    );
    return { body: await Promise.all(body) };
  },
};

/** `GET /object/sign/:bucket/*?token=…`: only the token is checked. */
export const objectReadSigned: Endpoint = {
  method: 'GET',
  path: '/object/sign/:bucket/*',
  operation: 'storage.object.get_signed',
  allowsAnonymous: true,
  async handle({ storage: { database, files, tokens }, bucket, key, query, request }) {
    const { exp } = await tokens.verify(query.get('token') ?? '', bucketName(bucket), key, 'download');
    const { row, file } = await database.transaction((queries) => openObject(queries, files, bucket, key));
    return sendObject(row, file, { method: request.method, headers: request.headers, download: query.get('download'), expires: exp });
  },
};

/** `GET /render/image/*`: not supported, as on a hosted project without image transformations. */
export const imageRender: Endpoint = {
  method: 'GET',
  path: '/render/image/*',
  operation: 'storage.render.image_public',
  allowsAnonymous: true,
  handle() {
    throw new StorageError('local-supabase does not transform images: ask for the file without "transform"', {
      statusCode: 403,
      code: 'FeatureNotEnabled',
      httpStatus: 403,
    });
  },
};
