import { releaseListing, type LiveSite } from '@atrium/releases/live-site';
import type { FastifyInstance } from 'fastify';
import type { CurrentReleasesReader } from './current-releases.ts';
import { sendProblem } from './problem-answer.ts';
import { represent, sendRepresentation, type Representation } from './representation.ts';
import { siteForTab } from './visitor.ts';

/** Serves the listing of what is live now for a visitor, which open tabs ask for again and again: mostly they get a 304. */
export function addRegistryRoute(server: FastifyInstance, releases: CurrentReleasesReader): void {
  const prepared = new WeakMap<LiveSite, Promise<Representation>>();

  function representationOf(site: LiveSite): Promise<Representation> {
    const known = prepared.get(site);
    if (known !== undefined) return known;
    const made = represent('application/json; charset=utf-8', JSON.stringify(releaseListing(site)));
    prepared.set(site, made);
    return made;
  }

  server.route({
    method: ['GET', 'HEAD'],
    url: '/__atrium/registry',
    config: { routeClass: 'registry' },
    handler: async (request, reply) => {
      const { site } = await releases.read();
      if (site === null) return sendProblem(reply.header('retry-after', '5'), 503, 'unavailable');
      reply.header('cache-control', 'private, no-cache');
      return sendRepresentation(request, reply, await representationOf(siteForTab(site, request)));
    },
  });
}
