import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { ownerOf } from '../caller.ts';
import { userMetadataOf } from '../incoming-file.ts';
import { bucketName, objectKey } from '../names.ts';
import { receiveUpload, requireMayWrite } from '../uploads.ts';

async function upload({ storage, caller, bucket, key, request }: Call, upsert: boolean): Promise<EndpointResponse> {
  const destination = { bucket, key, owner: ownerOf(caller), upsert };
  const row = await receiveUpload(storage, request.raw, destination, (intent) => requireMayWrite(storage, caller, intent));
  return { body: { Id: row.id, Key: `${bucket}/${key}` } };
}

/** `POST /object/:bucket/*`: uploads a file. With `x-upsert: true`, it may replace an existing one. */
export const objectUpload: Endpoint = {
  method: 'POST',
  path: '/object/:bucket/*',
  operation: 'storage.object.upload',
  streamsBody: true,
  handle: (call) => upload(call, call.request.headers['x-upsert'] === 'true'),
};

/** `PUT /object/:bucket/*`: uploads a file, and replaces an existing one. */
export const objectUpdate: Endpoint = {
  method: 'PUT',
  path: '/object/:bucket/*',
  operation: 'storage.object.upload_update',
  streamsBody: true,
  handle: (call) => upload(call, true),
};

/** How long an upload URL is valid, in seconds: two hours, as on a hosted project. */
const UPLOAD_URL_LIFETIME = 2 * 3600;

/** `POST /object/upload/sign/:bucket/*`: creates a URL for uploading one object with the caller's rights. */
export const uploadSign: Endpoint = {
  method: 'POST',
  path: '/object/upload/sign/:bucket/*',
  operation: 'storage.object.sign_upload_url',
  async handle({ storage, caller, bucket: bucketText, key: keyText, request }) {
    const [bucket, key] = [bucketName(bucketText), objectKey(keyText)];
    const owner = ownerOf(caller);
    const upsert = request.headers['x-upsert'] === 'true';
    const userMetadata = userMetadataOf(request.headers['x-metadata']);
    await requireMayWrite(storage, caller, { bucket, key, owner, upsert, metadata: {}, userMetadata });
    const token = await storage.tokens.sign(bucket, key, 'upload', UPLOAD_URL_LIFETIME, { owner, upsert });
    return { body: { url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token } };
  },
};

/** `PUT /object/upload/sign/:bucket/*?token=…`: the policies were checked when the URL was signed. */
export const uploadSigned: Endpoint = {
  method: 'PUT',
  path: '/object/upload/sign/:bucket/*',
  operation: 'storage.object.upload_signed',
  allowsAnonymous: true,
  streamsBody: true,
  async handle({ storage, caller, bucket, key, query, request }) {
    const { owner, upsert } = await storage.tokens.verify(query.get('token') ?? '', bucketName(bucket), key, 'upload');
    const service = { ...caller, claims: { role: 'service_role' } };
    const mayWrite = requireMayWrite.bind(undefined, storage, service);
    await receiveUpload(storage, request.raw, { bucket, key, owner, upsert }, mayWrite);
    return { body: { Key: `${bucket}/${key}` } };
  },
};
