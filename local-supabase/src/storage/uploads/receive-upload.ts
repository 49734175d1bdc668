import type { IncomingMessage } from 'node:http';
import { drain } from '../../http/drain.ts';
import { admittedType, limitOf } from '../buckets/bucket-limits.ts';
import { findBucket } from '../buckets/bucket-row.ts';
import { objectKey } from '../names.ts';
import { metadataOf } from '../objects/object-metadata.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { tooLarge } from '../storage-error.ts';
import type { StorageServices } from '../storage-services.ts';
import { piecesOf } from './body-pieces.ts';
import { incomingFile } from './incoming-file.ts';
import type { Intent } from './may-write.ts';
import { publishObject } from './publish-object.ts';
import { isForm } from './read-form.ts';

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
    const limit = limitOf(bucket, key);
    const declared = declaredSize(request);
    if (declared !== undefined && declared > limit + (isForm(request) ? formOverhead : 0)) throw tooLarge();

    const file = await incomingFile(request);
    const mimetype = admittedType(bucket, key, file.mimetype);
    const intent = { bucket: bucket.id, key, owner, upsert, userMetadata: file.userMetadata ?? {} };
    await mayWrite({ ...intent, metadata: { mimetype, ...(declared === undefined ? {} : { contentLength: declared }) } });
    const stored = await storage.files.receive(piecesOf(file.body), limit);
    return await publishObject(storage, stored.version, { ...intent, metadata: metadataOf(stored, mimetype, file.cacheControl) });
  } catch (error) {
    drain(request);
    throw error;
  }
}

function declaredSize(request: IncomingMessage): number | undefined {
  const size = Number(request.headers['content-length']);
  return Number.isSafeInteger(size) ? size : undefined;
}
