import * as v from 'valibot';
import { bucketLimits, mimeTypes, sizeInBytes } from '../buckets/bucket-limits.ts';
import { asCaller } from '../caller.ts';
import { bucketName } from '../names.ts';
import { readBody } from '../storage-call.ts';
import type { Endpoint } from '../storage-call.ts';
import { invalidRequest, noSuchBucket } from '../storage-error.ts';

const bodySchema = v.object({ public: v.optional(v.boolean()), ...bucketLimits.entries });

/** `PUT /bucket/:bucket`: changes what the body names; null takes a limit away. */
export const bucketUpdate: Endpoint = {
  method: 'PUT',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.update',
  async handle(call) {
    const body = readBody(call, bodySchema);
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
