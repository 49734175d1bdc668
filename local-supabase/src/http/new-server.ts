import Fastify from 'fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** A server without routes, whose `close` ends open connections. */
export function newServer(options: FastifyServerOptions = {}): FastifyInstance {
  return Fastify({
    forceCloseConnections: true,
    // Routes parse with Valibot. Fastify would load its own compilers of schemas with the first server, which takes 0.1 seconds.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    ...options,
  });
}

/** Fastify calls it for a route with a schema. */
function noSchemas(): never {
  throw new Error('Parse with Valibot in the route: this server has no compilers of JSON schemas.');
}
