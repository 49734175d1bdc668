import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { entryRow } from './entry-row.ts';
import { likePrefix } from './like-prefix.ts';

/** What `POST /object/list/:bucket` asks for. */
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

/** The most that one page holds, as on a hosted project. */
const largestPage = 1500;

/**
 * One page of a folder, names relative to it: its files, and its folders as entries without an id. Names are compared without
 * regard to case; by name, folders and files are mixed; by time, folders come first (`storage.search` of supabase/storage).
 */
export function listFolder(queries: Queries, bucket: string, wanted: v.InferOutput<typeof folderListing>): Promise<v.InferOutput<typeof entryRow>[]> {
  const { limit, offset, search, sortBy } = wanted;
  const prefix = wanted.prefix === '' || wanted.prefix.endsWith('/') ? wanted.prefix : `${wanted.prefix}/`;
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
    [bucket, prefix, search, likePrefix(prefix + search), Math.min(limit, largestPage), offset],
  );
}
