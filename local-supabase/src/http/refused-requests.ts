import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';

/** Lets a client that sends too much hear so. Fastify would close the connection while it is still sending, and the answer would be lost. */
export function registerLargeBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode === 413 && reply.getHeader('connection') === 'close') {
      reply.removeHeader('connection');
      drain(request.raw);
    }
    done();
  });
}

/** What of a refused body is still read, in bytes. */
const MAX_DRAINED_BYTES = 1024 * 1024 * 1024;

/** Reads away what a refused request still sends: a client that is busy sending does not hear of the refusal otherwise. */
export function drain(request: IncomingMessage): void {
  let drained = 0;
  request.unpipe();
  request.on('error', () => undefined);
  request.on('data', (piece: Buffer) => {
    drained += piece.length;
    if (drained > MAX_DRAINED_BYTES) request.destroy();
  });
  request.resume();
}

/** What the HTTP server refuses by itself, a body that is too large among it: a status from 400 to 499, with the reason. */
export const refusedRequest = v.object({ statusCode: v.pipe(v.number(), v.minValue(400), v.maxValue(499)), message: v.string() });
