import type { Readable } from 'node:stream';
import { invalidRequest } from '../storage-error.ts';

/**
 * A body as it arrives. Whoever stops reading leaves it open: to end it would take the answer away too.
 * @throws StorageError 400 when it breaks off
 */
export async function* piecesOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw invalidRequest('The request ended before the file did', cause);
  }
}
