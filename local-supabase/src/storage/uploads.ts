import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { drain } from '../http/refused-requests.ts';
import { admittedType, findBucket, limitOf } from './buckets.ts';
import { asCaller } from './caller.ts';
import type { Caller, StorageServices } from './caller.ts';
import { incomingFile, isForm } from './incoming-file.ts';
import { objectKey } from './names.ts';
import { findObject, insertObject, metadataOf, upsertObject } from './objects.ts';
import type { NewObject, ObjectRow } from './objects.ts';
import { alreadyExists, databaseRefusal, invalidRequest, StorageError, tooLarge } from './storage-error.ts';

/** Where a file is to go. */
interface Destination {
  bucket: string;
  key: string;
  owner: string | null;
  /** Whether it may take the place of another. */
  upsert: boolean;
}

/** What a form has beside its file, at most, in bytes: its fields, their limits and boundaries. */
const MAX_FORM_OVERHEAD = 2 * 1024 * 1024;

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
    if (declared !== undefined && declared > limit + (isForm(request) ? MAX_FORM_OVERHEAD : 0)) throw tooLarge();

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

/** An object that somebody wants to write, before its bytes are there. */
export interface Intent extends Omit<NewObject, 'version'> {
  /** Whether it may take the place of another. */
  upsert: boolean;
}

/**
 * Asks the policies before any byte is taken: writes the row as the caller and undoes it.
 * @throws StorageError 403 when they refuse, 409 when the key is taken and may not be replaced
 */
export async function requireMayWrite(storage: StorageServices, caller: Caller, intent: Intent): Promise<void> {
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
 * Writes the row of bytes that are there, whatever the policies say: they were asked before the bytes were taken. Of two
 * uploads of one key, the one that comes last stays; where it may not replace the other, the first. The bytes of the loser go.
 * @throws StorageError 409 when the key was taken meanwhile, 404 when the bucket has gone
 */
export async function publishObject({ database, files }: StorageServices, version: string, intent: Intent): Promise<ObjectRow> {
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
    throw databaseRefusal(error);
  }
  if (published.replaced !== undefined) await files.remove([published.replaced]);
  return published.row;
}

/**
 * A body as it arrives. Whoever stops reading leaves it open: to end it would take the answer away too.
 * @throws StorageError 400 when it breaks off
 */
export async function* piecesOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw invalidRequest('The request ended before the file did', cause);
  }
}
