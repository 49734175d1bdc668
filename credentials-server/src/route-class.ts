/** What a request was for. Logs and metrics name this and never the address, which may hold what is personal. */
export type RouteClass = 'credentials' | 'document' | 'release-file' | 'registry' | 'health' | 'metrics' | 'icon' | 'store' | 'preview' | 'platform' | 'reports';

declare module 'fastify' {
  interface FastifyContextConfig {
    routeClass?: RouteClass;
  }
}
