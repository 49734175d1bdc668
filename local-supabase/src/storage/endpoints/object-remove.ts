import * as v from 'valibot';
import { asCaller } from '../caller.ts';
import { bucketName } from '../names.ts';
import { findObject, objectColumns, objectRow } from '../objects/object-row.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { readBody } from '../storage-call.ts';
import type { Call, Endpoint } from '../storage-call.ts';
import { accessDenied } from '../storage-error.ts';

const bodySchema = v.object({ prefixes: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) });

/** Removes what the caller may see and delete: the rows, then their bytes. */
async function remove({ storage, caller, bucket }: Call, keys: string[]): Promise<ObjectRow[]> {
  const removed = await asCaller(storage, caller, (queries) =>
    queries.rows(objectRow, `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning ${objectColumns}`, [
      bucketName(bucket),
      keys,
    ]),
  );
  await storage.files.remove(removed.map(({ version }) => version));
  return removed;
}

/** `DELETE /object/:bucket`: removes several objects. Those that the caller may not delete are left out without a word. */
export const objectsRemove: Endpoint = {
  method: 'DELETE',
  path: '/object/:bucket',
  operation: 'storage.object.delete_many',
  handle: async (call) => ({ body: await remove(call, readBody(call, bodySchema).prefixes) }),
};

/** `DELETE /object/:bucket/*`: removes one object. */
export const objectRemove: Endpoint = {
  method: 'DELETE',
  path: '/object/:bucket/*',
  operation: 'storage.object.delete',
  async handle(call) {
    await findObject(call.storage.database, bucketName(call.bucket), call.key);
    if ((await remove(call, [call.key])).length === 0) throw accessDenied('Access denied');
    return { body: { message: 'Successfully deleted' } };
  },
};
