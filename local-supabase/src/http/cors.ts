import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route says itself what pages of other origins may do. */
    ownCors?: boolean;
  }
}

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** What supabase-js and its users send, as hosted projects admit it. */
const requestHeaders = [
  'accept',
  'accept-profile',
  'apikey',
  'authorization',
  'cache-control',
  'content-profile',
  'content-type',
  'prefer',
  'range',
  'range-unit',
  'traceparent',
  'tracestate',
  'baggage',
  'x-client-info',
  'x-region',
  'x-retry-count',
  'x-supabase-api-version',
  'x-upsert',
].join(', ');

const responseHeaders = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Link',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'Retry-After',
  'Transfer-Encoding',
  'X-Supabase-Api-Version',
  'X-Total-Count',
].join(', ');

/** Lets pages of any origin call the API, as on a hosted project: a key is needed, a cookie is never used. */
export function registerCors(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.ownCors) return;
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', responseHeaders);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      await reply
        .code(204)
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', requestHeaders)
        .header('access-control-max-age', '3600')
        .send();
    }
  });
}
