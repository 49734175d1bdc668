import * as v from 'valibot';
import { asCaller } from '../caller.ts';
import { bucketName, objectKey } from '../names.ts';
import { findObject } from '../objects/object-row.ts';
import { readBody } from '../storage-call.ts';
import type { Call, Endpoint } from '../storage-call.ts';

/** In seconds, a hundred years at most. */
const lifetime = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100 * 365 * 24 * 3600));

const oneSchema = v.object({ expiresIn: lifetime });

const severalSchema = v.object({ expiresIn: lifetime, paths: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) });

async function sign({ storage, bucket }: Call, key: string, expiresIn: number): Promise<string> {
  return `/object/sign/${bucket}/${key}?token=${await storage.tokens.sign(bucket, key, 'download', expiresIn)}`;
}

/** `POST /object/sign/:bucket/*`: an address that opens an object to whoever has it, for a while. */
export const objectSign: Endpoint = {
  method: 'POST',
  path: '/object/sign/:bucket/*',
  operation: 'storage.object.sign',
  async handle(call) {
    const { expiresIn } = readBody(call, oneSchema);
    const [bucket, key] = [bucketName(call.bucket), objectKey(call.key)];
    await asCaller(call.storage, call.caller, (queries) => findObject(queries, bucket, key));
    return { body: { signedURL: await sign(call, key, expiresIn) } };
  },
};

/** `POST /object/sign/:bucket`: addresses of several objects; an error in the place of those that the caller may not see. */
export const objectsSign: Endpoint = {
  method: 'POST',
  path: '/object/sign/:bucket',
  operation: 'storage.object.sign_many',
  async handle(call) {
    const { expiresIn, paths } = readBody(call, severalSchema);
    const rows = await asCaller(call.storage, call.caller, (queries) =>
      queries.rows(v.object({ name: v.string() }), 'select name from storage.objects where bucket_id = $1 and name = any($2::text[])', [
        bucketName(call.bucket),
        paths,
      ]),
    );
    const visible = new Set(rows.map(({ name }) => name));
    const body = paths.map(async (path) =>
      visible.has(path)
        ? { error: null, path, signedURL: await sign(call, path, expiresIn) }
        : { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
    );
    return { body: await Promise.all(body) };
  },
};
