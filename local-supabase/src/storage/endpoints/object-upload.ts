import { ownerOf } from '../caller.ts';
import type { Answer, Call, Endpoint } from '../storage-call.ts';
import { requireMayWrite } from '../uploads/may-write.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';

async function upload({ storage, caller, bucket, key, request }: Call, upsert: boolean): Promise<Answer> {
  const destination = { bucket, key, owner: ownerOf(caller), upsert };
  const row = await receiveUpload(storage, request.raw, destination, (intent) => requireMayWrite(storage, caller, intent));
  return { body: { Id: row.id, Key: `${bucket}/${key}` } };
}

/** `POST /object/:bucket/*`: uploads a file; with `x-upsert: true`, in the place of another. */
export const objectUpload: Endpoint = {
  method: 'POST',
  path: '/object/:bucket/*',
  operation: 'storage.object.upload',
  takesFile: true,
  handle: (call) => upload(call, call.request.headers['x-upsert'] === 'true'),
};

/** `PUT /object/:bucket/*`: uploads a file in the place of another. */
export const objectUpdate: Endpoint = {
  method: 'PUT',
  path: '/object/:bucket/*',
  operation: 'storage.object.upload_update',
  takesFile: true,
  handle: (call) => upload(call, true),
};
