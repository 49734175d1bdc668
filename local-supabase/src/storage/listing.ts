import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { serviceTime } from './service-time.ts';
import { StorageError } from './storage-error.ts';

/** One entry of a listing, as the API returns it: a file, or a folder, which has only a name. */
const entryRow = v.object({
  name: v.string(),
  id: v.nullable(v.string()),
  updated_at: v.nullable(serviceTime),
  created_at: v.nullable(serviceTime),
  last_accessed_at: v.nullable(serviceTime),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
});

/** The body of `POST /object/list/:bucket`. */
export const folderListing = v.object({
  prefix: v.string(),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 100),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  search: v.optional(v.string(), ''),
  sortBy: v.optional(
    v.object({
      column: v.picklist(['name', 'updated_at', 'created_at', 'last_accessed_at']),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    { column: 'name' },
  ),
});

/** The maximum length of a page, as on a hosted project. */
const MAX_FOLDER_PAGE = 1500;

/**
 * One page of a folder, with relative names: its files, and its folders as entries without an id. Names are compared
 * case-insensitively. Sorted by name, folders and files are mixed. Sorted by time, folders come first (`storage.search` of supabase/storage).
 */
export function listFolder(queries: Queries, bucket: string, options: v.InferOutput<typeof folderListing>): Promise<v.InferOutput<typeof entryRow>[]> {
  const { limit, offset, search, sortBy } = options;
  const prefix = options.prefix === '' || options.prefix.endsWith('/') ? options.prefix : `${options.prefix}/`;
  const folderFirst = `(id is null) desc, case when id is null then lower(name) end ${sortBy.order}`;
  const order =
    sortBy.column === 'name' ? `lower(name) || case when id is null then '/' else '' end` : `${folderFirst}, ${sortBy.column}`;
  return queries.rows(
    entryRow,
    `with found as (
       select *, substr(name, length($2) + 1) as relative, position('/' in substr(name, length($2 || $3) + 1)) as slash
       from storage.objects where bucket_id = $1 and lower(name) like lower($4)
     ), entries as (
       select min(left(relative, length($3) + slash - 1)) as name, null::uuid as id, null::timestamptz as updated_at,
         null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
       from found where slash > 0 group by lower(left(relative, length($3) + slash - 1))
       union all
       select relative, id, updated_at, created_at, last_accessed_at, metadata from found where slash = 0
     )
     select * from entries order by ${order} ${sortBy.order}, name limit $5 offset $6`,
    [bucket, prefix, search, likePrefix(prefix + search), Math.min(limit, MAX_FOLDER_PAGE), offset],
  );
}

const sorting = v.object({
  column: v.picklist(['name', 'updated_at', 'created_at']),
  order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
});

/** The body of `POST /object/list-v2/:bucket`. */
export const keyListing = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1000),
  cursor: v.optional(v.string()),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(sorting, { column: 'name' }),
});

/** The end of a page, and its sort order, which the next page must share. */
const cursorSchema = v.object({ sortBy: sorting, at: v.string(), name: v.string() });
type Cursor = v.InferOutput<typeof cursorSchema>;

/** `at` is the sort value, where the next page starts. */
const sortedRow = v.object({ ...entryRow.entries, at: v.string() });

/** One page of keys. */
interface KeyPage {
  hasNext: boolean;
  nextCursor?: string;
  nextCursorKey?: string;
  folders: { name: string; key: string }[];
  objects: object[];
}

const MAX_KEY_PAGE = 1000;

/**
 * One page of the full keys with a prefix. With a delimiter, keys with a further `/` are grouped into one folder
 * (`storage.search_v2` of supabase/storage).
 * @throws StorageError 400 when the cursor is invalid
 */
export async function listKeys(queries: Queries, bucket: string, options: v.InferOutput<typeof keyListing>): Promise<KeyPage> {
  const cursor = options.cursor === undefined ? undefined : readCursor(options.cursor);
  const sortBy = cursor?.sortBy ?? options.sortBy;
  const limit = Math.min(options.limit, MAX_KEY_PAGE);
  const at = sortBy.column === 'name' ? `'epoch'::timestamptz` : sortBy.column;
  const isFolder = `${String(options.with_delimiter)} and slash > 0`;
  const rows = await queries.rows(
    sortedRow,
    `with found as (
       select *, position('/' in substr(name, length($2) + 1)) as slash from storage.objects where bucket_id = $1 and name like $3
     ), entries as (
       select left(name, length($2) + slash) as name, null::uuid as id, min(created_at) as updated_at, min(created_at) as created_at,
         null::timestamptz as last_accessed_at, null::jsonb as metadata
       from found where ${isFolder} group by 1
       union all
       select name, id, updated_at, created_at, last_accessed_at, metadata from found where not (${isFolder})
     )
     select *, ${at} as at from entries
     where $4::text is null or (${at}, name collate "C") ${sortBy.order === 'asc' ? '>' : '<'} ($5::timestamptz, $4 collate "C")
     order by at ${sortBy.order}, name collate "C" ${sortBy.order} limit $6`,
    [bucket, options.prefix, likePrefix(options.prefix), cursor?.name ?? null, cursor?.at ?? null, limit + 1],
  );

  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const level = options.prefix.split('/').length - 1;
  const keyOf = (name: string): string => name.split('/')[level] ?? name;
  return {
    hasNext: last !== undefined,
    ...(last ? { nextCursor: writeCursor({ sortBy, at: last.at, name: last.name }), nextCursorKey: last.name } : {}),
    folders: page.filter((row) => row.id === null).map(({ name }) => ({ name, key: keyOf(name) })),
    objects: page.filter((row) => row.id !== null).map(({ at: _at, ...object }) => ({ ...object, key: keyOf(object.name) })),
  };
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64');
}

function readCursor(text: string): Cursor {
  try {
    return v.parse(cursorSchema, JSON.parse(Buffer.from(text, 'base64').toString('utf8')));
  } catch (cause) {
    throw new StorageError('Invalid Parameter continuation token', { statusCode: 400, code: 'InvalidParameter', cause });
  }
}

/** The `like` pattern for texts with this prefix. */
export function likePrefix(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
