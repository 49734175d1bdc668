import * as v from 'valibot';
import { bucketLimits, mimeTypes, requireStandard, sizeInBytes } from '../buckets/bucket-limits.ts';
import { asCaller, ownerOf } from '../caller.ts';
import { bucketName } from '../names.ts';
import { ownerUuid } from '../objects/write-object.ts';
import { readBody } from '../storage-call.ts';
import type { Endpoint } from '../storage-call.ts';
import { StorageError, alreadyExists } from '../storage-error.ts';

const bodySchema = v.object({
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
    const body = readBody(call, bodySchema);
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
