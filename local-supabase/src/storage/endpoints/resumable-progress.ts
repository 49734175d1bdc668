import { progressHeaders } from '../resumable/tus-headers.ts';
import type { Endpoint } from '../storage-call.ts';

/** `HEAD /upload/resumable/:upload`: where an upload goes on; at its end, that it is over. */
export const resumableProgress: Endpoint = {
  method: 'HEAD',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.get',
  saysStatus: true,
  handle: ({ uploads, caller, upload }) => Promise.resolve({ headers: progressHeaders(uploads.progress(upload, caller)) }),
};
