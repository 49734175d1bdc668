import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import type { StoredFile } from './file-store.ts';
import { noSuchKey } from './storage-error.ts';

/** What the service notes of the bytes. A row that SQL wrote may lack any of it. */
const metadataSchema = v.looseObject({
  eTag: v.optional(v.string()),
  size: v.optional(v.number()),
  mimetype: v.optional(v.string()),
  cacheControl: v.optional(v.string()),
  lastModified: v.optional(v.string()),
});

/** A row of `storage.objects`, as the API shows it. */
export const objectRow = v.object({
  name: v.string(),
  bucket_id: v.string(),
  owner: v.nullable(v.string()),
  owner_id: v.nullable(v.string()),
  version: v.nullable(v.string(), ''),
  id: v.string(),
  updated_at: v.string(),
  created_at: v.string(),
  last_accessed_at: v.nullable(v.string()),
  metadata: v.fallback(v.nullable(metadataSchema), null),
  user_metadata: v.nullable(v.record(v.string(), v.unknown())),
});

/** See objectRow. */
export type ObjectRow = v.InferOutput<typeof objectRow>;

/** The columns of objectRow. */
export const OBJECT_COLUMNS = Object.keys(objectRow.entries).join(', ');

/** An object that whoever asks may see. @throws StorageError 404 */
export async function findObject(queries: Queries, bucket: string, key: string): Promise<ObjectRow> {
  const row = await queries.first(objectRow, `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`, [bucket, key]);
  if (!row) throw noSuchKey();
  return row;
}

/** What a row says of an object that is to be written. */
export interface NewObject {
  bucket: string;
  key: string;
  version: string;
  /** The person to whom it belongs. */
  owner: string | null;
  metadata: Record<string, unknown>;
  userMetadata: Record<string, unknown> | null;
}

const uuid = v.pipe(v.string(), v.uuid());

/** The old column of the owner, which holds UUIDs only. */
export function ownerUuid(owner: string | null): string | null {
  return v.is(uuid, owner) ? owner : null;
}

const WRITTEN_COLUMNS = 'bucket_id, name, version, owner, owner_id, metadata, user_metadata';

function values({ bucket, key, version, owner, metadata, userMetadata }: NewObject): unknown[] {
  return [bucket, key, version, ownerUuid(owner), owner, JSON.stringify(metadata), userMetadata && JSON.stringify(userMetadata)];
}

/** Writes a row that must be new. Policies are asked for INSERT alone. */
export async function insertObject(queries: Queries, object: NewObject): Promise<void> {
  await queries.run(`insert into storage.objects (${WRITTEN_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)`, values(object));
}

/** Writes a row in the place of another, if there is one. Policies are asked for INSERT, SELECT and UPDATE. */
export async function upsertObject(queries: Queries, object: NewObject): Promise<void> {
  await queries.first(
    v.unknown(),
    `insert into storage.objects (${WRITTEN_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
       owner = coalesce(excluded.owner, objects.owner), owner_id = coalesce(excluded.owner_id, objects.owner_id)
     returning id`,
    values(object),
  );
}

/** What a row's `metadata` says of bytes that are there, under the service's names. */
export function metadataOf({ eTag, size }: StoredFile, mimetype: string, cacheControl: string): Record<string, unknown> {
  return { eTag, size, mimetype, cacheControl, lastModified: new Date().toISOString(), contentLength: size, httpStatusCode: 200 };
}
