import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';

/** Lets clients that send too much read the response. Fastify would close the connection while they are still sending. */
export function registerLargeBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode === 413 && reply.getHeader('connection') === 'close') {
      reply.removeHeader('connection');
      discardBody(request.raw);
    }
    done();
  });
}

/** How much of a refused body is still read, in bytes. */
const MAX_DRAINED_BYTES = 1024 * 1024 * 1024;

/** Reads and discards the rest of a refused request: a client reads the response only after it has sent its body. */
export function discardBody(request: IncomingMessage): void {
  let drained = 0;
  request.unpipe();
  request.on('error', () => undefined);
  request.on('data', (piece: Buffer) => {
    drained += piece.length;
    if (drained > MAX_DRAINED_BYTES) request.destroy();
  });
  request.resume();
}

/** An error of Fastify for a bad request, such as a body that is too large: a status from 400 to 499 with a message. */
export const refusedRequest = v.object({ statusCode: v.pipe(v.number(), v.minValue(400), v.maxValue(499)), message: v.string() });
