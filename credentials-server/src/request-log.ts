import type { FastifyInstance } from 'fastify';

/**
 * Logs one line for each answer: what it was for and how it went. No address, query, header or client address is in
 * it: links carry tokens, and paths may name people's things.
 */
export function addRequestLog(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { routeClass } = request.routeOptions.config;
    const line = {
      method: request.method,
      route: routeClass ?? 'other',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // A balancer asks for health every few seconds; that would bury the rest.
    if (routeClass === 'health' || routeClass === 'metrics') request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
    done();
  });
}
