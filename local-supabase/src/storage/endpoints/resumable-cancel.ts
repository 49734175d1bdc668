import { tusHeaders } from '../resumable/tus-headers.ts';
import type { Endpoint } from '../storage-call.ts';

/** `DELETE /upload/resumable/:upload`: gives an upload up. */
export const resumableCancel: Endpoint = {
  method: 'DELETE',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.delete',
  saysStatus: true,
  async handle({ uploads, caller, upload: id }) {
    const upload = uploads.find(id, caller);
    await uploads.alone(upload, () => uploads.end(upload));
    return { status: 204, headers: tusHeaders };
  },
};
