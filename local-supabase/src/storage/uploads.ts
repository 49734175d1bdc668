import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { discardBody } from '../http/refused-requests.ts';
import { admittedType, findBucket, limitOf } from './buckets.ts';
import { asCaller } from './caller.ts';
import type { Caller, StorageServices } from './caller.ts';
import { incomingFile, isForm } from './incoming-file.ts';
import { objectKey } from './names.ts';
import { findObject, insertObject, metadataOf, upsertObject } from './objects.ts';
import type { NewObject, ObjectRow } from './objects.ts';
import { alreadyExists, fromDatabaseError, invalidRequest, StorageError, tooLarge } from './storage-error.ts';

/** The destination of an upload. */
interface Destination {
  bucket: string;
  key: string;
  owner: string | null;
  /** Whether it may replace an existing object. */
  upsert: boolean;
}

/** The maximum overhead of a form with a file, in bytes: its fields and boundaries. */
const MAX_FORM_OVERHEAD = 2 * 1024 * 1024;

/**
 * Receives a file: first its bytes, then its row.
 * @param mayWrite checks the policies before any byte is read
 * @throws StorageError; nothing is stored then
 */
export async function receiveUpload(
  storage: StorageServices,
  request: IncomingMessage,
  { bucket: bucketId, key, owner, upsert }: Destination,
  mayWrite: (intent: WriteIntent) => Promise<void>,
): Promise<ObjectRow> {
  try {
    const bucket = await findBucket(storage.database, bucketId);
    objectKey(key);
    const limit = limitOf(bucket, key);
    const declared = declaredSize(request);
    if (declared !== undefined && declared > limit + (isForm(request) ? MAX_FORM_OVERHEAD : 0)) throw tooLarge();

    const file = await incomingFile(request);
    const mimetype = admittedType(bucket, key, file.mimetype);
    const intent = { bucket: bucket.id, key, owner, upsert, userMetadata: file.userMetadata ?? {} };
    await mayWrite({ ...intent, metadata: { mimetype, ...(declared === undefined ? {} : { contentLength: declared }) } });
    const stored = await storage.files.receive(bodyChunks(file.body), limit);
    return await publishObject(storage, stored.version, { ...intent, metadata: metadataOf(stored, mimetype, file.cacheControl) });
  } catch (error) {
    discardBody(request);
    throw error;
  }
}

function declaredSize(request: IncomingMessage): number | undefined {
  const size = Number(request.headers['content-length']);
  return Number.isSafeInteger(size) ? size : undefined;
}

/** An object to write, before its bytes have arrived. */
export interface WriteIntent extends Omit<NewObject, 'version'> {
  /** Whether it may replace an existing object. */
  upsert: boolean;
}

/**
 * Checks the policies before any byte is read: writes the row as the caller and rolls back.
 * @throws StorageError 403 when the policies refuse, 409 when the key is in use and may not be replaced
 */
export async function requireMayWrite(storage: StorageServices, caller: Caller, intent: WriteIntent): Promise<void> {
  const write = intent.upsert ? upsertObject : insertObject;
  try {
    await asCaller(storage, caller, (queries) => write(queries, { ...intent, version: '1' }), () => false);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'ResourceAlreadyExists') throw alreadyExists('KeyAlreadyExists', error);
    throw error;
  }
}

const versionRow = v.object({ version: v.nullable(v.string(), '') });

/**
 * Writes the row of received bytes, without policies, which were checked before the bytes were read. Of two concurrent
 * uploads of one key, the last one wins, or the first one if it may not be replaced. The other bytes are removed.
 * @throws StorageError 409 when another upload created the key in the meantime, 404 when the bucket was deleted
 */
export async function publishObject({ database, files }: StorageServices, version: string, intent: WriteIntent): Promise<ObjectRow> {
  const write = async (queries: Queries): Promise<{ row: ObjectRow; replaced: string | undefined }> => {
    const current = await queries.first(versionRow, 'select version from storage.objects where bucket_id = $1 and name = $2', [intent.bucket, intent.key]);
    if (current && !intent.upsert) throw alreadyExists('KeyAlreadyExists');
    await upsertObject(queries, { ...intent, version });
    return { row: await findObject(queries, intent.bucket, intent.key), replaced: current?.version };
  };
  let published;
  try {
    published = await database.transaction(write);
  } catch (error) {
    await files.remove([version]);
    throw fromDatabaseError(error);
  }
  if (published.replaced !== undefined) await files.remove([published.replaced]);
  return published.row;
}

/**
 * The chunks of a body. It stays open when the reader stops: destroying it would also close the connection for the response.
 * @throws StorageError 400 when it breaks off
 */
export async function* bodyChunks(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw invalidRequest('The request ended before the file did', cause);
  }
}
