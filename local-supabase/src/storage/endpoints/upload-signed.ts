import { bucketName } from '../names.ts';
import type { Endpoint } from '../storage-call.ts';
import { requireMayWrite } from '../uploads/may-write.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';

/** `PUT /object/upload/sign/:bucket/*?token=…`: the policies were asked when the address was made. */
export const uploadSigned: Endpoint = {
  method: 'PUT',
  path: '/object/upload/sign/:bucket/*',
  operation: 'storage.object.upload_signed',
  admitsAnybody: true,
  takesFile: true,
  async handle({ storage, caller, bucket, key, query, request }) {
    const { owner, upsert } = await storage.tokens.verify(query.get('token') ?? '', bucketName(bucket), key, 'upload');
    const service = { ...caller, claims: { role: 'service_role' } };
    const mayWrite = requireMayWrite.bind(undefined, storage, service);
    await receiveUpload(storage, request.raw, { bucket, key, owner, upsert }, mayWrite);
    return { body: { Key: `${bucket}/${key}` } };
  },
};
