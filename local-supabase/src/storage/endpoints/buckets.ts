import * as v from 'valibot';
import { BUCKET_COLUMNS, bucketLimits, bucketRow, findBucket, mimeTypes, requireStandard, sizeInBytes } from '../buckets.ts';
import { readBody } from '../call.ts';
import type { Endpoint } from '../call.ts';
import { asCaller, ownerOf } from '../caller.ts';
import { likePrefix } from '../listing.ts';
import { bucketName } from '../names.ts';
import { OBJECT_COLUMNS, objectRow, ownerUuid } from '../objects.ts';
import { alreadyExists, invalidRequest, noSuchBucket, StorageError } from '../storage-error.ts';

const newBucketSchema = v.object({
  name: v.string(),
  id: v.optional(v.string()),
  public: v.optional(v.boolean(), false),
  type: v.optional(v.string()),
  ...bucketLimits.entries,
});

/** `POST /bucket` */
export const bucketCreate: Endpoint = {
  method: 'POST',
  path: '/bucket',
  operation: 'storage.bucket.create',
  async handle(call) {
    const body = readBody(call, newBucketSchema);
    const name = bucketName(body.name === body.name.trim() ? body.name : '');
    requireStandard(body.type);
    const owner = ownerOf(call.caller);
    const values = [
      bucketName(body.id ?? name),
      name,
      ownerUuid(owner),
      owner,
      body.public,
      sizeInBytes(body.file_size_limit),
      mimeTypes(body.allowed_mime_types),
    ];
    try {
      await asCaller(call.storage, call.caller, (queries) =>
        queries.run(
          `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types) values ($1, $2, $3, $4, $5, $6, $7)`,
          values,
        ),
      );
    } catch (error) {
      if (error instanceof StorageError && error.code === 'ResourceAlreadyExists') throw alreadyExists('BucketAlreadyExists', error);
      throw error;
    }
    return { body: { name } };
  },
};

const bucketChangesSchema = v.object({ public: v.optional(v.boolean()), ...bucketLimits.entries });

/** `PUT /bucket/:bucket`: changes the fields in the body. null removes a limit. */
export const bucketUpdate: Endpoint = {
  method: 'PUT',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.update',
  async handle(call) {
    const body = readBody(call, bucketChangesSchema);
    const changes: [column: string, value: unknown][] = [];
    if (body.public !== undefined) changes.push(['public', body.public]);
    if (body.file_size_limit !== undefined) changes.push(['file_size_limit', sizeInBytes(body.file_size_limit)]);
    if (body.allowed_mime_types !== undefined) changes.push(['allowed_mime_types', mimeTypes(body.allowed_mime_types)]);
    if (changes.length === 0) throw invalidRequest('No content provided');
    const set = changes.map(([column], index) => `${column} = $${String(index + 2)}`).join(', ');
    const values = [bucketName(call.bucket), ...changes.map(([, value]) => value)];
    const changed = await asCaller(call.storage, call.caller, (queries) => queries.run(`update storage.buckets set ${set} where id = $1`, values));
    if (changed === 0) throw noSuchBucket();
    return { body: { message: 'Successfully updated' } };
  },
};

/** `GET /bucket/:bucket` */
export const bucketGet: Endpoint = {
  method: 'GET',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.get',
  handle: async ({ storage, caller, bucket }) => ({ body: await asCaller(storage, caller, (queries) => findBucket(queries, bucket)) }),
};

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
    const sql = `select ${BUCKET_COLUMNS}, type from storage.buckets where name ilike $1 order by ${sortColumn} ${sortOrder} limit $2 offset $3`;
    const values = [`%${likePrefix(search)}`, limit ?? null, offset];
    return { body: await asCaller(storage, caller, (queries) => queries.rows(listed, sql, values)) };
  },
};

/**
 * `POST /bucket/:bucket/empty`: immediately removes the objects that the caller may delete. The hosted service queues this, and
 * then ignores the policies of the objects.
 */
export const bucketEmpty: Endpoint = {
  method: 'POST',
  path: '/bucket/:bucket/empty',
  operation: 'storage.bucket.empty',
  async handle({ storage, caller, bucket }) {
    const removed = await asCaller(storage, caller, async (queries) => {
      await findBucket(queries, bucket);
      return queries.rows(objectRow, `delete from storage.objects where bucket_id = $1 returning ${OBJECT_COLUMNS}`, [bucket]);
    });
    await storage.files.remove(removed.map(({ version }) => version));
    return { body: { message: 'Empty bucket has been queued. Completion may take up to an hour.' } };
  },
};

const FIRST_OBJECT_SQL = 'select id from storage.objects where bucket_id = $1 limit 1';

/** `DELETE /bucket/:bucket`: the bucket must be empty, including objects that the caller cannot see. */
export const bucketDelete: Endpoint = {
  method: 'DELETE',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.delete',
  async handle({ storage, caller, bucket }) {
    const { id } = await findBucket(storage.database, bucket);
    if (await storage.database.first(v.object({ id: v.string() }), FIRST_OBJECT_SQL, [id])) {
      throw new StorageError('The bucket you tried to delete is not empty', { statusCode: 409, code: 'ResourceNotEmpty' });
    }
    const deleted = await asCaller(storage, caller, (queries) => queries.run('delete from storage.buckets where id = $1', [id]));
    if (deleted === 0) throw noSuchBucket();
    return { body: { message: 'Successfully deleted' } };
  },
};
