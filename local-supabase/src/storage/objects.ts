import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import type { StoredFile } from './file-store.ts';
import { serviceTime } from './service-time.ts';
import { noSuchKey } from './storage-error.ts';

/** The service's metadata of the bytes. Rows written by SQL may lack any field. */
const metadataSchema = v.looseObject({
  eTag: v.optional(v.string()),
  size: v.optional(v.number()),
  mimetype: v.optional(v.string()),
  cacheControl: v.optional(v.string()),
  lastModified: v.optional(v.string()),
});

/** A row of `storage.objects`, as the API returns it. */
export const objectRow = v.object({
  name: v.string(),
  bucket_id: v.string(),
  owner: v.nullable(v.string()),
  owner_id: v.nullable(v.string()),
  version: v.nullable(v.string(), ''),
  id: v.string(),
  updated_at: serviceTime,
  created_at: serviceTime,
  last_accessed_at: v.nullable(serviceTime),
  metadata: v.fallback(v.nullable(metadataSchema), null),
  user_metadata: v.nullable(v.record(v.string(), v.unknown())),
});

/** See objectRow. */
export type ObjectRow = v.InferOutput<typeof objectRow>;

/** The columns of objectRow. */
export const OBJECT_COLUMNS = Object.keys(objectRow.entries).join(', ');

/** An object that the queries can see. @throws StorageError 404 */
export async function findObject(queries: Queries, bucket: string, key: string): Promise<ObjectRow> {
  const row = await queries.first(objectRow, `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`, [bucket, key]);
  if (!row) throw noSuchKey();
  return row;
}

/** The values of a new or changed object row. */
export interface NewObject {
  bucket: string;
  key: string;
  version: string;
  /** The user who owns it. */
  owner: string | null;
  metadata: Record<string, unknown>;
  userMetadata: Record<string, unknown> | null;
}

const uuid = v.pipe(v.string(), v.uuid());

/** The value of the deprecated column `owner`, which must be a UUID. */
export function ownerUuid(owner: string | null): string | null {
  return v.is(uuid, owner) ? owner : null;
}

const WRITTEN_COLUMNS = 'bucket_id, name, version, owner, owner_id, metadata, user_metadata';

function values({ bucket, key, version, owner, metadata, userMetadata }: NewObject): unknown[] {
  return [bucket, key, version, ownerUuid(owner), owner, JSON.stringify(metadata), userMetadata && JSON.stringify(userMetadata)];
}

/** Inserts a row. Needs an INSERT policy. */
export async function insertObject(queries: Queries, object: NewObject): Promise<void> {
  await queries.run(`insert into storage.objects (${WRITTEN_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)`, values(object));
}

/** Inserts or replaces a row. Needs INSERT, SELECT and UPDATE policies. */
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

/** The `metadata` of a stored file, with the service's field names. */
export function metadataOf({ eTag, size }: StoredFile, mimetype: string, cacheControl: string): Record<string, unknown> {
  return { eTag, size, mimetype, cacheControl, lastModified: new Date().toISOString(), contentLength: size, httpStatusCode: 200 };
}
