import { ownerOf } from '../caller.ts';
import { bucketName, objectKey } from '../names.ts';
import type { Endpoint } from '../storage-call.ts';
import { userMetadataOf } from '../uploads/incoming-file.ts';
import { requireMayWrite } from '../uploads/may-write.ts';

/** How long an address takes an upload, in seconds: two hours, as on a hosted project. */
const uploadLifetime = 2 * 3600;

/** `POST /object/upload/sign/:bucket/*`: an address through which whoever has it uploads one object, as the caller could. */
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
    const token = await storage.tokens.sign(bucket, key, 'upload', uploadLifetime, { owner, upsert });
    return { body: { url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token } };
  },
};
