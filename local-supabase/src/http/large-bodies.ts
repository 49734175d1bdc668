import type { FastifyInstance } from 'fastify';
import { drain } from './drain.ts';

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
