import { admittedType, limitOf } from '../buckets/bucket-limits.ts';
import { findBucket } from '../buckets/bucket-row.ts';
import { ownerOf } from '../caller.ts';
import { objectKey } from '../names.ts';
import { appendBytes } from '../resumable/append-bytes.ts';
import { progressOf } from '../resumable/resumable-uploads.ts';
import { progressHeaders } from '../resumable/tus-headers.ts';
import { uploadMetadata } from '../resumable/upload-metadata.ts';
import type { Endpoint } from '../storage-call.ts';
import { invalidRequest, tooLarge } from '../storage-error.ts';
import { parseUserMetadata } from '../uploads/incoming-file.ts';
import { requireMayWrite } from '../uploads/may-write.ts';

/** `POST /upload/resumable`: begins an upload that can go on where it broke off, with its first bytes if there are any. */
export const resumableCreate: Endpoint = {
  method: 'POST',
  path: '/upload/resumable',
  operation: 'storage.tus.upload.create',
  takesFile: true,
  saysStatus: true,
  async handle({ storage, uploads, caller, request }) {
    const { headers } = request;
    const given = uploadMetadata(headers['upload-metadata']);
    const bucket = await findBucket(storage.database, given.bucketName);
    const key = objectKey(given.objectName);
    const length = /^\d+$/.test(String(headers['upload-length'])) ? Number(headers['upload-length']) : undefined;
    if (length === undefined) throw invalidRequest('Upload-Length header required');
    if (length > limitOf(bucket, key)) throw tooLarge();
    const mimetype = admittedType(bucket, key, given.contentType);
    const intent = {
      bucket: bucket.id,
      key,
      owner: ownerOf(caller),
      upsert: headers['x-upsert'] === 'true',
      metadata: { mimetype, contentLength: length },
      userMetadata: given.metadata === undefined ? {} : parseUserMetadata(given.metadata),
    };
    await requireMayWrite(storage, caller, intent);
    const upload = await uploads.begin(caller, { length, intent, mimetype, cacheControl: given.cacheControl });
    const hasBytes = headers['content-type'] === 'application/offset+octet-stream';
    if (hasBytes || length === 0) await uploads.alone(upload, () => appendBytes(storage, uploads, upload, request.raw));
    return { status: 201, headers: { ...progressHeaders(progressOf(upload)), location: `/storage/v1/upload/resumable/${upload.id}` } };
  },
};
