import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem-answer.ts';
import { addVary, represent, sendRepresentation } from './representation.ts';

/** Where browsers ask for the credentials (specification 7.1). */
export const credentialsPath = '/api/supabase-credentials';

/** What the credentials route needs. */
export interface CredentialsOptions {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Exact origins that may read the answer besides the site's own. */
  readonly allowedOrigins: readonly string[];
  /** Requests in a minute from one address. */
  readonly requestsPerMinute: number;
}

/**
 * Serves the backend's address and public key, and nothing else.
 *
 * The answer is revalidated at each use, so that a changed key shows at once. A preload is still taken by the fetch
 * that follows it, because that fetch may use the preloaded answer without asking the cache.
 */
export async function addCredentialsRoute(server: FastifyInstance, options: CredentialsOptions): Promise<void> {
  const { supabaseUrl, supabaseKey } = options;
  const representation = await represent(
    'application/json; charset=utf-8',
    JSON.stringify({ supabaseUrl, supabaseKey }),
  );
  const allowed = new Set(options.allowedOrigins);

  /** @returns whether the page that asks is of an origin on the list */
  function admitOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
    if (allowed.size > 0) addVary(reply, 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return false;
    reply.header('access-control-allow-origin', origin);
    return true;
  }

  server.route({
    method: ['GET', 'HEAD'],
    url: credentialsPath,
    config: { routeClass: 'credentials', rateLimit: { max: options.requestsPerMinute, timeWindow: 60_000 } },
    handler: (request, reply) => {
      admitOrigin(request, reply);
      reply.header('cache-control', 'private, max-age=0, must-revalidate');
      return sendRepresentation(request, reply, representation);
    },
  });

  server.options(credentialsPath, { config: { routeClass: 'credentials' } }, (request, reply) => {
    const wanted = request.headers['access-control-request-method'];
    if ((wanted !== 'GET' && wanted !== 'HEAD') || !admitOrigin(request, reply)) {
      return sendProblem(reply.header('allow', 'GET, HEAD'), 405, 'method-not-allowed');
    }
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD')
      .header('access-control-max-age', '600')
      .send();
  });
}
