import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { FILE_SIZE_LIMIT } from './caller.ts';
import { bucketName } from './names.ts';
import type { ObjectRow } from './objects.ts';
import { invalidMimeType, invalidRequest, noSuchBucket, StorageError, tooLarge } from './storage-error.ts';

/** A row of `storage.buckets`, as the API shows it. */
export const bucketRow = v.object({
  id: v.string(),
  name: v.string(),
  owner: v.nullable(v.string()),
  public: v.nullable(v.boolean()),
  created_at: v.nullable(v.string()),
  updated_at: v.nullable(v.string()),
  /** In bytes. */
  file_size_limit: v.nullable(v.union([v.number(), v.pipe(v.bigint(), v.transform(Number))])),
  allowed_mime_types: v.nullable(v.array(v.string())),
});

/** See bucketRow. */
type Bucket = v.InferOutput<typeof bucketRow>;

/** The columns of bucketRow. */
export const BUCKET_COLUMNS = Object.keys(bucketRow.entries).join(', ');

/** A bucket that whoever asks may see. @throws StorageError 404 */
export async function findBucket(queries: Queries, id: string): Promise<Bucket> {
  const bucket = await queries.first(bucketRow, `select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, [bucketName(id)]);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

/** What a bucket admits, as requests say it. */
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
 * A size limit in bytes: a number, or text like `10MB` (powers of ten, as the service reads it). Null takes the limit away.
 * @throws StorageError 413 when it is larger than what the project admits; 400 when it cannot be read
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

/** The types that a bucket is to admit; null admits all. @throws StorageError 415 */
export function mimeTypes(types: string[] | null | undefined): string[] | null {
  if (!types) return null;
  const given = types.filter((type) => type !== '');
  for (const type of given) if (type.length > 1000 || !MIME_TYPE_PATTERN.test(type)) throw invalidMimeType(type);
  return given;
}

/** The dashboard keeps empty folders by an empty file of this name. */
function isPlaceholder(key: string): boolean {
  return key.endsWith('.emptyFolderPlaceholder');
}

/** The most that a file may hold under a key of a bucket, in bytes. */
export function limitOf(bucket: Bucket, key: string): number {
  return isPlaceholder(key) ? 0 : Math.min(bucket.file_size_limit ?? FILE_SIZE_LIMIT, FILE_SIZE_LIMIT);
}

/** One type and subtype with parameters, of characters that a header may carry (RFC 9110, section 8.3.1): behind a comma another would begin. */
const CONTENT_TYPE_PATTERN = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[\t ]*;[\t\x20-\x2b\x2d-\x7e]*)?$/;

/** The type of a file for a key of a bucket. @throws StorageError 415 when it is none, or one that the bucket does not admit */
export function admittedType(bucket: Bucket, key: string, type: string): string {
  if (!CONTENT_TYPE_PATTERN.test(type)) throw invalidMimeType(type);
  const allowed = isPlaceholder(key) ? [] : (bucket.allowed_mime_types ?? []);
  const [family] = type.split('/');
  if (allowed.length > 0 && !allowed.some((admitted) => admitted === type || admitted === `${family ?? ''}/*`)) {
    throw invalidMimeType(type);
  }
  return type;
}

/** Makes sure that a bucket admits an object that is there already. @throws StorageError 413, 415 */
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
