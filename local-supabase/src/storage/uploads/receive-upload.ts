import type { IncomingMessage } from 'node:http';
import { admittedType, limitOf } from '../buckets/bucket-limits.ts';
import { findBucket } from '../buckets/bucket-row.ts';
import type { Bucket } from '../buckets/bucket-row.ts';
import { objectKey } from '../names.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { StorageError, tooLarge } from '../storage-error.ts';
import type { StorageServices } from '../storage-services.ts';
import { incomingFile } from './incoming-file.ts';
import type { Intent } from './may-write.ts';
import { publishObject } from './publish-object.ts';

/** Where a file is to go. */
export interface Destination {
  bucket: string;
  key: string;
  owner: string | null;
  /** Whether it may take the place of another. */
  upsert: boolean;
}

/** What a form has beside its file, at most, in bytes: its fields, their limits and boundaries. */
const formOverhead = 2 * 1024 * 1024;

/** What of a refused upload is still read, so that a client that is busy sending hears of the refusal, in bytes. */
const drainLimit = 1024 * 1024 * 1024;

/**
 * Takes a file from a request: its bytes first, then its row.
 * @param mayWrite asks the policies, before any byte is taken
 * @throws StorageError; nothing stays then
 */
export async function receiveUpload(
  storage: StorageServices,
  request: IncomingMessage,
  { bucket: bucketId, key, owner, upsert }: Destination,
  mayWrite: (intent: Intent) => Promise<void>,
): Promise<ObjectRow> {
  try {
    const bucket = await findBucket(storage.database, bucketId);
    objectKey(key);
    const limit = sizeLimit(bucket, key);
    const declared = declaredSize(request);
    const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
    if (declared !== undefined && declared > limit + (isForm ? formOverhead : 0)) throw tooLarge();

    const file = await incomingFile(request);
    const mimetype = isPlaceholder(key) ? file.mimetype : admittedType(bucket, file.mimetype);
    const intent = { bucket: bucket.id, key, owner, upsert, userMetadata: file.userMetadata ?? {} };
    await mayWrite({ ...intent, metadata: { mimetype, ...(declared === undefined ? {} : { contentLength: declared }) } });
    const { version, size, eTag } = await storage.files.receive(file.body.iterator({ destroyOnReturn: false }), limit);
    const metadata = {
      eTag,
      size,
      mimetype,
      cacheControl: file.cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: size,
      httpStatusCode: 200,
    };
    return await publishObject(storage, version, { ...intent, metadata });
  } catch (error) {
    drain(request);
    if (!request.complete && request.destroyed) throw new StorageError('The request ended before the file did', { statusCode: 499, code: 'Aborted', cause: error });
    throw error;
  }
}

/** The dashboard keeps empty folders by an empty file of this name. */
function isPlaceholder(key: string): boolean {
  return key.endsWith('.emptyFolderPlaceholder');
}

function sizeLimit(bucket: Bucket, key: string): number {
  return isPlaceholder(key) ? 0 : limitOf(bucket);
}

function declaredSize(request: IncomingMessage): number | undefined {
  const size = Number(request.headers['content-length']);
  return Number.isSafeInteger(size) ? size : undefined;
}

function drain(request: IncomingMessage): void {
  let drained = 0;
  request.unpipe();
  request.on('error', () => undefined);
  request.on('data', (piece: Buffer) => {
    drained += piece.length;
    if (drained > drainLimit) request.destroy();
  });
  request.resume();
}
