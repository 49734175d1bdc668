import { openObject } from '../downloads/open-object.ts';
import { sendObject } from '../downloads/send-object.ts';
import { bucketName } from '../names.ts';
import type { Endpoint } from '../storage-call.ts';

/** `GET /object/sign/:bucket/*?token=…`: the token alone decides. */
export const objectReadSigned: Endpoint = {
  method: 'GET',
  path: '/object/sign/:bucket/*',
  operation: 'storage.object.get_signed',
  admitsAnybody: true,
  async handle({ storage: { database, files, tokens }, bucket, key, query, request }) {
    const { exp } = await tokens.verify(query.get('token') ?? '', bucketName(bucket), key, 'download');
    const { row, file } = await database.transaction((queries) => openObject(queries, files, bucket, key));
    return sendObject(row, file, { method: request.method, headers: request.headers, download: query.get('download'), expires: exp });
  },
};
