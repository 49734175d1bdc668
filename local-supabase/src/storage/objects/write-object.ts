import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';

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

const columns = 'bucket_id, name, version, owner, owner_id, metadata, user_metadata';

function values({ bucket, key, version, owner, metadata, userMetadata }: NewObject): unknown[] {
  return [bucket, key, version, ownerUuid(owner), owner, JSON.stringify(metadata), userMetadata && JSON.stringify(userMetadata)];
}

/** Writes a row that must be new. Policies are asked for INSERT alone. */
export async function insertObject(queries: Queries, object: NewObject): Promise<void> {
  await queries.run(`insert into storage.objects (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`, values(object));
}

/** Writes a row in the place of another, if there is one. Policies are asked for INSERT, SELECT and UPDATE. */
export async function upsertObject(queries: Queries, object: NewObject): Promise<void> {
  await queries.first(
    v.unknown(),
    `insert into storage.objects (${columns}) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
       owner = coalesce(excluded.owner, objects.owner), owner_id = coalesce(excluded.owner_id, objects.owner_id)
     returning id`,
    values(object),
  );
}
