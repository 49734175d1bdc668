import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from './problem-answer.ts';
import type { RouteClass } from './route-class.ts';

/** What routes for the site's own pages have in common. */
export interface OwnPagesOptions {
  readonly routeClass: RouteClass;
  /** Requests in a minute from one address. */
  readonly requestsPerMinute: number;
}

/** More than any of these pages has to say, in bytes. */
const bodyLimit = 16_384;

/**
 * Adds routes that pages of this site use, and nobody else: a browser that comes from another site is refused
 * before its body is read, there is no CORS, what is sent is JSON, and no answer is kept.
 */
export async function addForOwnPages(
  server: FastifyInstance,
  { routeClass, requestsPerMinute }: OwnPagesOptions,
  add: (pages: FastifyInstance) => void,
): Promise<void> {
  await server.register(async (pages) => {
    await pages.register(rateLimit, { max: requestsPerMinute, timeWindow: 60_000 });
    // A form of another site can send text, but no JSON.
    pages.removeContentTypeParser('text/plain');
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, routeClass };
      route.bodyLimit = bodyLimit;
    });
    pages.addHook('onRequest', (request, reply, done) => {
      reply.header('cache-control', 'no-store');
      if (comesFromOwnPage(request)) done();
      else sendProblem(reply, 403, 'not-own-page');
    });
    add(pages);
  });
}

/**
 * Whether a page of this origin asks (https://www.w3.org/TR/fetch-metadata/); the origin alone decides in a browser that
 * does not say more (Safari before 16.4). Such a browser leaves it out where a page reads from its own site, and never
 * where one of another site could read the answer.
 */
function comesFromOwnPage({ headers, method, protocol, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (method === 'GET' && headers.origin === undefined) return true;
  return headers.origin === `${protocol}://${host}`;
}
