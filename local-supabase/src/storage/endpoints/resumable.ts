import * as v from 'valibot';
import { admittedType, findBucket, limitOf } from '../buckets.ts';
import type { Endpoint } from '../call.ts';
import { FILE_SIZE_LIMIT, ownerOf } from '../caller.ts';
import { admittedCacheControl, parseUserMetadata } from '../incoming-file.ts';
import { objectKey } from '../names.ts';
import { appendBytes, progressOf } from '../resumable-uploads.ts';
import type { UploadProgress } from '../resumable-uploads.ts';
import { invalidRequest, StorageError, tooLarge } from '../storage-error.ts';
import { requireMayWrite } from '../uploads.ts';

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

/** `PATCH /upload/resumable/:upload`: the next bytes of an upload. The policies are asked again each time. */
export const resumableAppend: Endpoint = {
  method: 'PATCH',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.part',
  takesFile: true,
  saysStatus: true,
  async handle({ storage, uploads, caller, upload: id, request }) {
    const upload = uploads.find(id, caller);
    const { headers } = request;
    if (headers['content-type'] !== 'application/offset+octet-stream') {
      throw new StorageError('Content-Type must be application/offset+octet-stream', { statusCode: 415, code: 'TusError' });
    }
    return uploads.alone(upload, async () => {
      if (headers['upload-offset'] !== String(upload.file.size)) {
        throw new StorageError('Upload-Offset conflict', { statusCode: 409, code: 'TusError' });
      }
      await requireMayWrite(storage, caller, upload.intent);
      await appendBytes(storage, uploads, upload, request.raw);
      return { status: 204, headers: progressHeaders(progressOf(upload)) };
    });
  },
};

/** `HEAD /upload/resumable/:upload`: where an upload goes on; at its end, that it is over. */
export const resumableProgress: Endpoint = {
  method: 'HEAD',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.get',
  saysStatus: true,
  handle: ({ uploads, caller, upload }) => Promise.resolve({ headers: progressHeaders(uploads.progress(upload, caller)) }),
};

/** `DELETE /upload/resumable/:upload`: gives an upload up. */
export const resumableCancel: Endpoint = {
  method: 'DELETE',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.delete',
  saysStatus: true,
  async handle({ uploads, caller, upload: id }) {
    const upload = uploads.find(id, caller);
    await uploads.alone(upload, () => uploads.end(upload));
    return { status: 204, headers: TUS_HEADERS };
  },
};

/** `OPTIONS /upload/resumable`: what of tus is offered. */
export const resumableOffer: Endpoint = {
  method: 'OPTIONS',
  path: '/upload/resumable',
  operation: 'storage.tus.options',
  admitsAnybody: true,
  handle: () => Promise.resolve({ status: 204, headers: TUS_OFFER }),
};

const schema = v.object({
  bucketName: v.string(),
  objectName: v.string(),
  contentType: v.optional(v.string(), 'application/octet-stream'),
  cacheControl: v.optional(v.string(), 'no-cache'),
  metadata: v.optional(v.string()),
});

/**
 * The `Upload-Metadata` header of tus (tus.io/protocols/resumable-upload, "Creation"): names with values in base64, separated
 * by commas; under the names that the service asks for.
 * @throws StorageError 400 when one is missing
 */
function uploadMetadata(header: unknown): v.InferOutput<typeof schema> {
  const pairs = (typeof header === 'string' ? header : '').split(',').map((pair) => pair.trim().split(' '));
  const values = pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]);
  const parsed = v.safeParse(schema, Object.fromEntries(values));
  if (!parsed.success) throw invalidRequest(`Upload-Metadata ${v.summarize(parsed.issues)}`);
  const cacheControl = admittedCacheControl(parsed.output.cacheControl);
  return { ...parsed.output, cacheControl: /^\d+$/.test(cacheControl) ? `max-age=${cacheControl}` : cacheControl };
}

/** What every answer about resumable uploads says (tus 1.0.0, tus.io/protocols/resumable-upload). */
const TUS_HEADERS = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

/** What the service offers of tus. */
const TUS_OFFER = {
  ...TUS_HEADERS,
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination,expiration',
  'tus-max-size': String(FILE_SIZE_LIMIT),
};

/** Says how far an upload is. */
function progressHeaders({ offset, length, expires }: UploadProgress): Record<string, string> {
  return { ...TUS_HEADERS, 'upload-offset': String(offset), 'upload-length': String(length), 'upload-expires': expires.toUTCString() };
}
