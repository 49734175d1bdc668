import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { FILE_SIZE_LIMIT } from './caller.ts';
import { bucketName } from './names.ts';
import type { ObjectRow } from './objects.ts';
import { serviceTime } from './service-time.ts';
import { invalidMimeType, invalidRequest, noSuchBucket, StorageError, tooLarge } from './storage-error.ts';

/** A row of `storage.buckets`, as the API returns it. */
export const bucketRow = v.object({
  id: v.string(),
  name: v.string(),
  owner: v.nullable(v.string()),
  public: v.nullable(v.boolean()),
  created_at: v.nullable(serviceTime),
  updated_at: v.nullable(serviceTime),
  /** In bytes. */
  file_size_limit: v.nullable(v.union([v.number(), v.pipe(v.bigint(), v.transform(Number))])),
  allowed_mime_types: v.nullable(v.array(v.string())),
});

/** See bucketRow. */
type Bucket = v.InferOutput<typeof bucketRow>;

/** The columns of bucketRow. */
export const BUCKET_COLUMNS = Object.keys(bucketRow.entries).join(', ');

/** A bucket that the queries can see. @throws StorageError 404 */
export async function findBucket(queries: Queries, id: string): Promise<Bucket> {
  const bucket = await queries.first(bucketRow, `select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, [bucketName(id)]);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

/** The limits of a bucket in requests. */
export const bucketLimits = v.object({
  file_size_limit: v.nullish(v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), v.string()])),
  allowed_mime_types: v.nullish(v.array(v.string())),
});

const BYTES_PER_UNIT = new Map([
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
]);

/**
 * Converts a size limit to bytes: a number, or text like `10MB` (powers of ten, as in the service). null removes the limit.
 * @throws StorageError 413 when it exceeds the project's limit, 400 when it is invalid
 */
export function sizeInBytes(limit: number | string | null | undefined): number | null {
  if (limit === null || limit === undefined) return null;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(typeof limit === 'number' ? `${String(limit)}b` : limit) ?? [];
  const factor = BYTES_PER_UNIT.get(unit?.toLowerCase() ?? '');
  if (amount === undefined || factor === undefined) throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  const bytes = Math.floor(Number(amount) * factor);
  if (bytes > FILE_SIZE_LIMIT) throw tooLarge();
  return bytes;
}

const MIME_TYPE_PATTERN = /^(?:[a-z0-9\-+.]+\/(?:[a-z0-9\-+.]+(?:;\s*charset=[a-z0-9-]+)?|\*)|\*)$/i;

/** Validates the allowed types of a bucket. null allows all. @throws StorageError 415 */
export function mimeTypes(types: string[] | null | undefined): string[] | null {
  if (!types) return null;
  const given = types.filter((type) => type !== '');
  for (const type of given) if (type.length > 1000 || !MIME_TYPE_PATTERN.test(type)) throw invalidMimeType(type);
  return given;
}

/** The dashboard creates an empty file of this name in empty folders. */
function isPlaceholder(key: string): boolean {
  return key.endsWith('.emptyFolderPlaceholder');
}

/** The maximum size of the file with this key, in bytes. */
export function limitOf(bucket: Bucket, key: string): number {
  return isPlaceholder(key) ? 0 : Math.min(bucket.file_size_limit ?? FILE_SIZE_LIMIT, FILE_SIZE_LIMIT);
}

/** One media type with parameters (RFC 9110, section 8.3.1). Without commas, which separate several types in a header. */
const CONTENT_TYPE_PATTERN = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[\t ]*;[\t\x20-\x2b\x2d-\x7e]*)?$/;

/** Checks that the bucket allows this type for a key. @throws StorageError 415 when it is invalid or not allowed */
export function admittedType(bucket: Bucket, key: string, type: string): string {
  if (!CONTENT_TYPE_PATTERN.test(type)) throw invalidMimeType(type);
  const allowed = isPlaceholder(key) ? [] : (bucket.allowed_mime_types ?? []);
  const [family] = type.split('/');
  if (allowed.length > 0 && !allowed.some((admitted) => admitted === type || admitted === `${family ?? ''}/*`)) {
    throw invalidMimeType(type);
  }
  return type;
}

/** Checks that a bucket allows an existing object. @throws StorageError 413, 415 */
export function requireAdmitted(bucket: Bucket, key: string, metadata: ObjectRow['metadata']): void {
  if ((metadata?.size ?? 0) > limitOf(bucket, key)) throw tooLarge();
  admittedType(bucket, key, metadata?.mimetype ?? 'application/octet-stream');
}

/** @throws StorageError 409 */
export function requireStandard(type: string | undefined): void {
  if (type !== undefined && type !== 'STANDARD') {
    throw new StorageError('The feature is not enabled for this resource', { statusCode: 409, code: 'FeatureNotEnabled' });
  }
}
