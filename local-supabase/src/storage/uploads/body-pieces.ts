import type { IncomingMessage } from 'node:http';
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

/** What of a refused upload is still read, in bytes. */
const drainLimit = 1024 * 1024 * 1024;

/** Reads away what a refused upload still sends: a client that is busy sending does not hear of the refusal otherwise. */
export function drain(request: IncomingMessage): void {
  let drained = 0;
  request.unpipe();
  request.on('error', () => undefined);
  request.on('data', (piece: Buffer) => {
    drained += piece.length;
    if (drained > drainLimit) request.destroy();
  });
  request.resume();
}
