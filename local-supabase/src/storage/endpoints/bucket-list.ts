import * as v from 'valibot';
import { bucketColumns, bucketRow } from '../buckets/bucket-row.ts';
import { asCaller } from '../caller.ts';
import { likePrefix } from '../listing/like-prefix.ts';
import type { Endpoint } from '../storage-call.ts';
import { invalidRequest } from '../storage-error.ts';

const count = v.pipe(v.string(), v.digits(), v.transform(Number), v.safeInteger());

const querySchema = v.object({
  limit: v.optional(v.pipe(count, v.minValue(1))),
  offset: v.optional(count, '0'),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at']), 'name'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
  search: v.optional(v.string(), ''),
});

const listed = v.object({ ...bucketRow.entries, type: v.string() });

/** `GET /bucket` */
export const bucketList: Endpoint = {
  method: 'GET',
  path: '/bucket',
  operation: 'storage.bucket.list',
  async handle({ storage, caller, query }) {
    const parsed = v.safeParse(querySchema, Object.fromEntries(query));
    if (!parsed.success) throw invalidRequest(`querystring ${v.summarize(parsed.issues)}`);
    const { limit, offset, sortColumn, sortOrder, search } = parsed.output;
    const sql = `select ${bucketColumns}, type from storage.buckets where name ilike $1 order by ${sortColumn} ${sortOrder} limit $2 offset $3`;
    const values = [`%${likePrefix(search)}`, limit ?? null, offset];
    return { body: await asCaller(storage, caller, (queries) => queries.rows(listed, sql, values)) };
  },
};
