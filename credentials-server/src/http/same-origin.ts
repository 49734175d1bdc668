import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from './errors.ts';
import type { RouteClass } from './logging.ts';
import { named } from './named-plugin.ts';

/** What routes for the site's own pages have in common. */
interface SameOriginOptions {
  readonly routeClass: RouteClass;
  /** Requests in a minute from one IP address. */
  readonly requestsPerMinute: number;
}

/** More than any of these pages sends. */
const MAX_BODY_BYTES = 16_384;

/**
 * Adds routes for pages of this site only. Requests of other sites are refused before their body is read, there is no
 * CORS, bodies are JSON, and no response is cached.
 */
export async function addSameOriginRoutes(
  server: FastifyInstance,
  { routeClass, requestsPerMinute }: SameOriginOptions,
  add: (pages: FastifyInstance) => void,
): Promise<void> {
  await server.register(named(`${routeClass} routes`, async (pages) => {
    await pages.register(rateLimit, { max: requestsPerMinute, timeWindow: 60_000 });
    // A form of another site can send text, but no JSON.
    pages.removeContentTypeParser('text/plain');
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, routeClass };
      route.bodyLimit = MAX_BODY_BYTES;
    });
    pages.addHook('onRequest', (request, reply, done) => {
      reply.header('cache-control', 'no-store');
      if (isSameOrigin(request)) done();
      else sendProblem(reply, 403, 'not-own-page');
    });
    add(pages);
  }));
}

/**
 * Whether a page of this origin sent the request (https://www.w3.org/TR/fetch-metadata/). Safari before 16.4 sends only
 * `Origin`. It omits that header when a page reads from its own site, and never when a page of another site could read
 * the response.
 */
function isSameOrigin({ headers, method, protocol, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (method === 'GET' && headers.origin === undefined) return true;
  return headers.origin === `${protocol}://${host}`;
}
