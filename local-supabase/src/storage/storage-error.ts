import * as v from 'valibot';
import { postgresError } from '../database/database.ts';

/** The fields of a storage error besides its message. */
interface StorageErrorDetails {
  /** The status in the body. */
  statusCode: number;
  /** One of the service's codes (src/internal/errors/codes.ts of supabase/storage). */
  code: string;
  /** The older name of the error. Defaults to the code. */
  error?: string;
  /** The status of the response. Like the service, defaults to 500 for failures and 400 for everything else. */
  httpStatus?: number;
  cause?: unknown;
}

/** An error response of the storage service, with the status, code and message of supabase/storage. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly statusCode: number;
  readonly code: string;
  readonly error: string;
  readonly httpStatus: number;

  constructor(message: string, { statusCode, code, error = code, httpStatus, cause }: StorageErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.statusCode = statusCode;
    this.code = code;
    this.error = error;
    this.httpStatus = httpStatus ?? (statusCode >= 500 ? statusCode : 400);
  }
}

/** 404 `NoSuchBucket`: it does not exist, or the caller may not see it. */
export function noSuchBucket(): StorageError {
  return new StorageError('Bucket not found', { statusCode: 404, code: 'NoSuchBucket', error: 'Bucket not found' });
}

/** 404 `NoSuchKey`: it does not exist, or the caller may not see it. */
export function noSuchKey(): StorageError {
  return new StorageError('Object not found', { statusCode: 404, code: 'NoSuchKey', error: 'not_found' });
}

/** 403 `AccessDenied` */
export function accessDenied(message: string, cause?: unknown): StorageError {
  return new StorageError(message, { statusCode: 403, code: 'AccessDenied', error: 'Unauthorized', cause });
}

/** 409: the name is already in use. */
export function alreadyExists(code: 'BucketAlreadyExists' | 'KeyAlreadyExists' | 'ResourceAlreadyExists', cause?: unknown): StorageError {
  return new StorageError('The resource already exists', { statusCode: 409, code, error: 'Duplicate', cause });
}

/** 413 `EntityTooLarge` */
export function tooLarge(entity = 'object'): StorageError {
  return new StorageError(`The ${entity} exceeded the maximum allowed size`, {
    statusCode: 413,
    code: 'EntityTooLarge',
    error: 'Payload too large',
  });
}

/** 415 `InvalidMimeType` */
export function invalidMimeType(type: string): StorageError {
  return new StorageError(`mime type ${type} is not supported`, { statusCode: 415, code: 'InvalidMimeType', error: 'invalid_mime_type' });
}

/** 400 `InvalidRequest` */
export function invalidRequest(message: string, cause?: unknown): StorageError {
  return new StorageError(message, { statusCode: 400, code: 'InvalidRequest', cause });
}

/** Converts database errors to storage errors (src/storage/database/errors.ts of supabase/storage). Returns other errors unchanged. */
export function fromDatabaseError(error: unknown): unknown {
  const parsed = v.safeParse(postgresError, error);
  if (!parsed.success) return error;
  const { code, message, detail } = parsed.output;
  if (code === '42501') {
    return accessDenied(message.includes('row-level security') ? 'new row violates row-level security policy' : message, error);
  }
  if (code === '23505') return alreadyExists('ResourceAlreadyExists', error);
  if (code === '23503') {
    return detail?.includes('still referenced')
      ? new StorageError('The resource could not be updated or removed due to a foreign key constraint', {
          statusCode: 409,
          code: 'ResourceReferenced',
          cause: error,
        })
      : new StorageError('The related resource does not exist', { statusCode: 404, code: 'InvalidRequest', cause: error });
  }
  // Invalid values, such as text with NUL or malformed JSON.
  if (code.startsWith('22')) return new StorageError(message, { statusCode: 400, code: 'InvalidParameter', cause: error });
  return new StorageError(`database error, code: ${code}`, { statusCode: 500, code: 'DatabaseError', cause: error });
}
