import * as v from 'valibot';
import { admittedType, findBucket, limitOf } from '../buckets.ts';
import type { Endpoint } from '../call.ts';
import { FILE_SIZE_LIMIT, ownerOf } from '../caller.ts';
import { parseUserMetadata, requireHeaderText } from '../incoming-file.ts';
import { objectKey } from '../names.ts';
import { appendBytes, progressOf } from '../resumable-uploads.ts';
import type { UploadProgress } from '../resumable-uploads.ts';
import { invalidRequest, StorageError, tooLarge } from '../storage-error.ts';
import { requireMayWrite } from '../uploads.ts';

/** The headers of every response about resumable uploads (tus 1.0.0, tus.io/protocols/resumable-upload). */
const TUS_HEADERS = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

/** The supported tus features. */
const TUS_OPTIONS_HEADERS = {
  ...TUS_HEADERS,
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination,expiration',
  'tus-max-size': String(FILE_SIZE_LIMIT),
};

const metadataSchema = v.object({
  bucketName: v.string(),
  objectName: v.string(),
  contentType: v.optional(v.string(), 'application/octet-stream'),
  cacheControl: v.optional(v.string(), 'no-cache'),
  metadata: v.optional(v.string()),
});

/** `POST /upload/resumable`: starts a resumable upload, with its first bytes if the body has any. */
export const resumableCreate: Endpoint = {
  method: 'POST',
  path: '/upload/resumable',
  operation: 'storage.tus.upload.create',
  streamsBody: true,
  usesErrorStatus: true,
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
    if (hasBytes || length === 0) await uploads.exclusively(upload, () => appendBytes(storage, uploads, upload, request.raw));
    return { status: 201, headers: { ...progressHeaders(progressOf(upload)), location: `/storage/v1/upload/resumable/${upload.id}` } };
  },
};

/** `PATCH /upload/resumable/:upload`: appends bytes to an upload. The policies are checked again each time. */
export const resumableAppend: Endpoint = {
  method: 'PATCH',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.part',
  streamsBody: true,
  usesErrorStatus: true,
  async handle({ storage, uploads, caller, upload: id, request }) {
    const upload = uploads.find(id, caller);
    const { headers } = request;
    if (headers['content-type'] !== 'application/offset+octet-stream') {
      throw new StorageError('Content-Type must be application/offset+octet-stream', { statusCode: 415, code: 'TusError' });
    }
    return uploads.exclusively(upload, async () => {
      if (headers['upload-offset'] !== String(upload.file.size)) {
        throw new StorageError('Upload-Offset conflict', { statusCode: 409, code: 'TusError' });
      }
      await requireMayWrite(storage, caller, upload.intent);
      await appendBytes(storage, uploads, upload, request.raw);
      return { status: 204, headers: progressHeaders(progressOf(upload)) };
    });
  },
};

/** `HEAD /upload/resumable/:upload`: the progress of an upload, also after it finished. */
export const resumableProgress: Endpoint = {
  method: 'HEAD',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.get',
  usesErrorStatus: true,
  handle: ({ uploads, caller, upload }) => Promise.resolve({ headers: progressHeaders(uploads.progress(upload, caller)) }),
};

/** `DELETE /upload/resumable/:upload`: cancels an upload. */
export const resumableCancel: Endpoint = {
  method: 'DELETE',
  path: '/upload/resumable/:upload',
  operation: 'storage.tus.upload.delete',
  usesErrorStatus: true,
  async handle({ uploads, caller, upload: id }) {
    const upload = uploads.find(id, caller);
    await uploads.exclusively(upload, () => uploads.end(upload));
    return { status: 204, headers: TUS_HEADERS };
  },
};

/** `OPTIONS /upload/resumable`: the supported tus features. */
export const resumableOffer: Endpoint = {
  method: 'OPTIONS',
  path: '/upload/resumable',
  operation: 'storage.tus.options',
  allowsAnonymous: true,
  handle: () => Promise.resolve({ status: 204, headers: TUS_OPTIONS_HEADERS }),
};

/**
 * Parses the `Upload-Metadata` header of tus (tus.io/protocols/resumable-upload, "Creation"): names with values in base64, separated
 * by commas.
 * @throws StorageError 400 when a required name is missing
 */
function uploadMetadata(header: unknown): v.InferOutput<typeof metadataSchema> {
  const pairs = (typeof header === 'string' ? header : '').split(',').map((pair) => pair.trim().split(' '));
  const values = pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]);
  const parsed = v.safeParse(metadataSchema, Object.fromEntries(values));
  if (!parsed.success) throw invalidRequest(`Upload-Metadata ${v.summarize(parsed.issues)}`);
  const cacheControl = requireHeaderText(parsed.output.cacheControl);
  return { ...parsed.output, cacheControl: /^\d+$/.test(cacheControl) ? `max-age=${cacheControl}` : cacheControl };
}

/** The headers with the progress of an upload. */
function progressHeaders({ offset, length, expires }: UploadProgress): Record<string, string> {
  return { ...TUS_HEADERS, 'upload-offset': String(offset), 'upload-length': String(length), 'upload-expires': expires.toUTCString() };
}
