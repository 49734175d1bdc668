import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route sets its own CORS headers, or none. */
    ownCors?: boolean;
  }
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** The request headers that hosted projects allow: those of supabase-js and its users. */
const REQUEST_HEADERS = [
  'accept',
  'accept-profile',
  'apikey',
  'authorization',
  'cache-control',
  'content-profile',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'prefer',
  'range',
  'range-unit',
  'traceparent',
  'tracestate',
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'baggage',
  'x-client-info',
  'x-metadata',
  'x-region',
  'x-retry-count',
  'x-supabase-api-version',
  'x-upsert',
].join(', ');

const RESPONSE_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'Retry-After',
  'Transfer-Encoding',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Offset',
  'X-Supabase-Api-Version',
  'X-Total-Count',
].join(', ');

/** Lets pages of any origin call the API, as on a hosted project: requests need a key, and cookies are never used. */
export function registerCors(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.ownCors) return;
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', RESPONSE_HEADERS);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      await reply
        .code(204)
        .header('access-control-allow-methods', METHODS)
        .header('access-control-allow-headers', REQUEST_HEADERS)
        .header('access-control-max-age', '3600')
        .send();
    }
  });
}
