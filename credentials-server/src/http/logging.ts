import type { FastifyInstance } from 'fastify';

/** The purpose of a request. Logs and metrics name it in place of the URL, which may contain personal data. */
export type RouteClass = 'credentials' | 'document' | 'release-file' | 'registry' | 'health' | 'metrics' | 'icon' | 'store' | 'preview' | 'platform' | 'reports';

declare module 'fastify' {
  interface FastifyContextConfig {
    routeClass?: RouteClass;
  }
}

/**
 * Logs one line per response: the request's purpose and its outcome. The line has no URL, query, header or IP
 * address, because links carry tokens and paths may contain personal data.
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
    // Load balancers ask every few seconds, which would bury the other lines.
    if (routeClass === 'health' || routeClass === 'metrics') request.log.debug(line, 'request completed');
    else request.log.info(line, 'request completed');
    done();
  });
}
