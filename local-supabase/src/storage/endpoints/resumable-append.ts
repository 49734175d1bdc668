import { appendBytes } from '../resumable/append-bytes.ts';
import { progressOf } from '../resumable/resumable-uploads.ts';
import { progressHeaders } from '../resumable/tus-headers.ts';
import type { Endpoint } from '../storage-call.ts';
import { StorageError } from '../storage-error.ts';
import { requireMayWrite } from '../uploads/may-write.ts';

/** `PATCH /upload/resumable/:upload`: the next bytes of an upload. The policies are asked again each time. */
export const resumableAppend: Endpoint = {
  method: 'PATCH',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.part',
  takesFile: true,
  saysStatus: true,
  async handle({ storage, uploads, caller, upload: id, request }) {
    const upload = uploads.find(id, caller);
    const { headers } = request;
    if (headers['content-type'] !== 'application/offset+octet-stream') {
      throw new StorageError('Content-Type must be application/offset+octet-stream', { statusCode: 415, code: 'TusError' });
    }
    return uploads.alone(upload, async () => {
      if (headers['upload-offset'] !== String(upload.file.size)) {
        throw new StorageError('Upload-Offset conflict', { statusCode: 409, code: 'TusError' });
      }
      await requireMayWrite(storage, caller, upload.intent);
      await appendBytes(storage, uploads, upload, request.raw);
      return { status: 204, headers: progressHeaders(progressOf(upload)) };
    });
  },
};
