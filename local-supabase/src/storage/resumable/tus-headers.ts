import { fileSizeLimit } from '../storage-services.ts';
import type { ResumableUpload } from './resumable-uploads.ts';

/** What every answer about resumable uploads says (tus 1.0.0, tus.io/protocols/resumable-upload). */
export const tusHeaders = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

/** What the service offers of tus. */
export const tusOffer = {
  ...tusHeaders,
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination,expiration',
  'tus-max-size': String(fileSizeLimit),
};

/** How far an upload is. */
export function progressHeaders({ file, length, expires }: ResumableUpload): Record<string, string> {
  return { ...tusHeaders, 'upload-offset': String(file.size), 'upload-length': String(length), 'upload-expires': expires.toUTCString() };
}
