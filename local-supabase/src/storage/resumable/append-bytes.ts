import type { IncomingMessage } from 'node:http';
import { drain } from '../../http/drain.ts';
import { metadataOf } from '../objects/object-metadata.ts';
import { StorageError } from '../storage-error.ts';
import type { StorageServices } from '../storage-services.ts';
import { piecesOf } from '../uploads/body-pieces.ts';
import { publishObject } from '../uploads/publish-object.ts';
import type { ResumableUpload, ResumableUploads } from './resumable-uploads.ts';

/**
 * Takes what a request brings of an upload. A request that breaks off leaves what came; the last byte makes the object.
 * @throws StorageError 413 for more than was announced, and what `publishObject` throws; the upload is over then
 */
export async function appendBytes(
  storage: StorageServices,
  uploads: ResumableUploads,
  upload: ResumableUpload,
  request: IncomingMessage,
): Promise<void> {
  const { file, length, intent, mimetype, cacheControl } = upload;
  try {
    await file.append(piecesOf(request));
    if (file.size < length) return;
    const stored = await file.finish();
    await publishObject(storage, stored.version, { ...intent, metadata: metadataOf(stored, mimetype, cacheControl) });
    uploads.finish(upload);
  } catch (error) {
    drain(request);
    if (!(error instanceof StorageError && error.code === 'InvalidRequest' && file.size < length)) await uploads.end(upload);
    throw error;
  }
}
