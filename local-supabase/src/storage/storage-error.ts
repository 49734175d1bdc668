import * as v from 'valibot';
import { postgresError } from '../database/database.ts';

/** What an error of the storage service carries beside its message. */
interface StorageErrorDetails {
  /** The status that the body tells. */
  statusCode: number;
  /** One of the service's codes (src/internal/errors/codes.ts of supabase/storage). */
  code: string;
  /** The older name of the error; left out, the code. */
  error?: string;
  /** The status of the answer; left out, 500 for failures and 400 for everything else, as the service does. */
  httpStatus?: number;
  cause?: unknown;
}

/** A refusal of the storage service, with the status, code and message that supabase/storage gives. */
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

/** 404 `NoSuchBucket`: not there, or not to be seen by whoever asks. */
export function noSuchBucket(): StorageError {
  return new StorageError('Bucket not found', { statusCode: 404, code: 'NoSuchBucket', error: 'Bucket not found' });
}

/** 404 `NoSuchKey`: not there, or not to be seen by whoever asks. */
export function noSuchKey(cause?: unknown): StorageError {
  return new StorageError('Object not found', { statusCode: 404, code: 'NoSuchKey', error: 'not_found', cause });
}

/** 403 `AccessDenied` */
export function accessDenied(message: string, cause?: unknown): StorageError {
  return new StorageError(message, { statusCode: 403, code: 'AccessDenied', error: 'Unauthorized', cause });
}

/** 409: there is one of that name already. */
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

/** What a failed statement means to the caller (src/storage/database/errors.ts of supabase/storage); other errors stay what they are. */
export function databaseRefusal(error: unknown): unknown {
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
  // Values that a type refuses: text with NUL in it, JSON that is none.
  if (code.startsWith('22')) return new StorageError(message, { statusCode: 400, code: 'InvalidParameter', cause: error });
  return new StorageError(`database error, code: ${code}`, { statusCode: 500, code: 'DatabaseError', cause: error });
}
