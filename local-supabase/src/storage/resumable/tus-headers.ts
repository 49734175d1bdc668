import { fileSizeLimit } from '../storage-services.ts';
import type { UploadProgress } from './resumable-uploads.ts';

/** What every answer about resumable uploads says (tus 1.0.0, tus.io/protocols/resumable-upload). */
export const tusHeaders = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

/** What the service offers of tus. */
export const tusOffer = {
  ...tusHeaders,
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination,expiration',
  'tus-max-size': String(fileSizeLimit),
};

/** Says how far an upload is. */
export function progressHeaders({ offset, length, expires }: UploadProgress): Record<string, string> {
  return { ...tusHeaders, 'upload-offset': String(offset), 'upload-length': String(length), 'upload-expires': expires.toUTCString() };
}
