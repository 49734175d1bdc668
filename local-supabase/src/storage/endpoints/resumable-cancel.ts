import { tusHeaders } from '../resumable/tus-headers.ts';
import type { Endpoint } from '../storage-call.ts';

/** `DELETE /upload/resumable/:upload`: gives an upload up. */
export const resumableCancel: Endpoint = {
  method: 'DELETE',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.delete',
  saysStatus: true,
  async handle({ storage, caller, upload: id }) {
    const upload = storage.uploads.find(id, caller);
    await storage.uploads.alone(upload, () => storage.uploads.end(upload));
    return { status: 204, headers: tusHeaders };
  },
};
