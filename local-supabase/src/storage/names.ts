import { StorageError } from './storage-error.ts';

/** The characters that supabase/storage allows (src/storage/limits.ts). */
const KEY_PATTERN = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET_NAME_PATTERN = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/** The maximum length of a key in S3, in bytes. */
const MAX_KEY_BYTES = 1024;

/**
 * Validates the key of an object. Unlike the service, it also refuses the path segments `.` and `..`: browsers remove
 * them from a URL, which would then name another object.
 * @throws StorageError 400 `InvalidKey`
 */
export function objectKey(text: string): string {
  if (text.length > MAX_KEY_BYTES || !KEY_PATTERN.test(text) || text.split('/').some((part) => part === '.' || part === '..')) {
    throw new StorageError(`Invalid key: ${text.slice(0, MAX_KEY_BYTES)}`, { statusCode: 400, code: 'InvalidKey' });
  }
  return text;
}

/** Validates the name of a bucket. @throws StorageError 400 `InvalidBucketName` */
export function bucketName(text: string): string {
  if (!BUCKET_NAME_PATTERN.test(text)) {
    throw new StorageError('Bucket name invalid', { statusCode: 400, code: 'InvalidBucketName', error: 'Invalid Input' });
  }
  return text;
}
