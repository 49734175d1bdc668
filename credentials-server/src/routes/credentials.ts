import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../http/errors.ts';
import { addVary, representJson, sendRepresentation } from '../http/representation.ts';

/** Where browsers get the credentials (specification 7.1). */
export const CREDENTIALS_PATH = '/api/supabase-credentials';

/** What the credentials route needs. */
interface CredentialsOptions {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Exact origins that may read the response besides the site's own. */
  readonly allowedOrigins: readonly string[];
  /** Requests in a minute from one IP address. */
  readonly requestsPerMinute: number;
}

/**
 * Serves the backend's URL and public key, and nothing else.
 *
 * Browsers revalidate the response at each use, so that a changed key takes effect immediately. The fetch after a preload
 * still uses the preloaded response, because it does not have to go through the cache.
 */
export async function addCredentialsRoute(server: FastifyInstance, options: CredentialsOptions): Promise<void> {
  const { supabaseUrl, supabaseKey } = options;
  const representation = await representJson({ supabaseUrl, supabaseKey });
  const allowed = new Set(options.allowedOrigins);

  /** @returns whether the request comes from a page of a listed origin */
  function admitOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
    if (allowed.size > 0) addVary(reply, 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return false;
    reply.header('access-control-allow-origin', origin);
    return true;
  }

  server.route({
    method: ['GET', 'HEAD'],
    url: CREDENTIALS_PATH,
    config: { routeClass: 'credentials', rateLimit: { max: options.requestsPerMinute, timeWindow: 60_000 } },
    handler: (request, reply) => {
      admitOrigin(request, reply);
      reply.header('cache-control', 'private, max-age=0, must-revalidate');
      return sendRepresentation(request, reply, representation);
    },
  });

  server.options(CREDENTIALS_PATH, { config: { routeClass: 'credentials' } }, (request, reply) => {
    const method = request.headers['access-control-request-method'];
    if ((method !== 'GET' && method !== 'HEAD') || !admitOrigin(request, reply)) {
      return sendProblem(reply.header('allow', 'GET, HEAD'), 405, 'method-not-allowed');
    }
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD')
      .header('access-control-max-age', '600')
      .send();
  });
}
