import * as v from 'valibot';
import { StorageError, accessDenied, alreadyExists, invalidRequest } from './storage-error.ts';

const databaseError = v.object({
  code: v.pipe(v.string(), v.length(5)),
  message: v.string(),
  detail: v.nullish(v.string(), ''),
});

/** What a failed statement means to the caller (src/storage/database/errors.ts of supabase/storage); other errors stay what they are. */
export function databaseRefusal(error: unknown): unknown {
  const parsed = v.safeParse(databaseError, error);
  if (!parsed.success) return error;
  const { code, message, detail } = parsed.output;
  if (code === '42501') {
    return accessDenied(message.includes('row-level security') ? 'new row violates row-level security policy' : message, error);
  }
  if (code === '23505') return alreadyExists('ResourceAlreadyExists', error);
  if (code === '23503') {
    return detail.includes('still referenced')
      ? new StorageError('The resource could not be updated or removed due to a foreign key constraint', {
          statusCode: 409,
          code: 'ResourceReferenced',
          cause: error,
        })
      : new StorageError('The related resource does not exist', { statusCode: 404, code: 'InvalidRequest', cause: error });
  }
  // Values that a type or a check refuses, and what triggers and policies of the project raise.
  if (/^(22|23|P0001)/.test(code)) return invalidRequest(message, error);
  return error;
}
