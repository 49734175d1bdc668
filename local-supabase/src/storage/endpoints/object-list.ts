import { asCaller } from '../caller.ts';
import { folderListing, listFolder } from '../listing/list-folder.ts';
import { keyListing, listKeys } from '../listing/list-keys.ts';
import { bucketName } from '../names.ts';
import { readBody } from '../storage-call.ts';
import type { Endpoint } from '../storage-call.ts';

/** `POST /object/list/:bucket`: one page of a folder. A bucket that is not there counts as empty, as with the service. */
export const objectList: Endpoint = {
  method: 'POST',
  path: '/object/list/:bucket',
  operation: 'storage.object.list',
  async handle(call) {
    const wanted = readBody(call, folderListing);
    const bucket = bucketName(call.bucket);
    return { body: await asCaller(call.storage, call.caller, (queries) => listFolder(queries, bucket, wanted)) };
  },
};

/** `POST /object/list-v2/:bucket`: one page of keys, with a cursor to the next. */
export const objectListV2: Endpoint = {
  method: 'POST',
  path: '/object/list-v2/:bucket',
  operation: 'storage.object.list_v2',
  async handle(call) {
    const wanted = readBody(call, keyListing);
    const bucket = bucketName(call.bucket);
    return { body: await asCaller(call.storage, call.caller, (queries) => listKeys(queries, bucket, wanted)) };
  },
};
