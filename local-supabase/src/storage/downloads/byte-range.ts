import { StorageError } from '../storage-error.ts';

/** A part of a file, both ends included, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part that a `Range` header asks for (RFC 9110, section 14.2). Several parts at once are not offered.
 * @param size of the whole file, in bytes
 * @throws StorageError 416 when there is no such part
 */
export function byteRange(header: string, size: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  const isEmptySuffix = from === '' && Number(to) === 0;
  if (isEmptySuffix || !Number.isSafeInteger(first) || first > last) {
    throw new StorageError('invalid range provided', { statusCode: 416, code: 'InvalidRange', error: 'invalid_range', httpStatus: 416 });
  }
  return { first, last };
}
