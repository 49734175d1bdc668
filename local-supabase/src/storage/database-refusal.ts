import * as v from 'valibot';
import { postgresError } from '../database/postgres-error.ts';
import { StorageError, accessDenied, alreadyExists } from './storage-error.ts';

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
