import type { IncomingMessage } from 'node:http';

/** What of a refused body is still read, in bytes. */
const drainLimit = 1024 * 1024 * 1024;

/** Reads away what a refused request still sends: a client that is busy sending does not hear of the refusal otherwise. */
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
