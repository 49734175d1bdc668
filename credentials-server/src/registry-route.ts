import type { ReleaseSet } from '@atrium/releases/release-set';
import type { FastifyInstance } from 'fastify';
import type { CurrentReleasesReader } from './current-releases.ts';
import { sendProblem } from './problem-answer.ts';
import { represent, sendRepresentation, type Representation } from './representation.ts';

/** Serves the release set that a new tab would get now. */
export function addRegistryRoute(server: FastifyInstance, releases: CurrentReleasesReader): void {
  const prepared = new WeakMap<ReleaseSet, Promise<Representation>>();

  function representationOf(releaseSet: ReleaseSet): Promise<Representation> {
    const known = prepared.get(releaseSet);
    if (known !== undefined) return known;
    const made = represent('application/json; charset=utf-8', JSON.stringify(releaseSet));
    prepared.set(releaseSet, made);
    return made;
  }

  server.route({
    method: ['GET', 'HEAD'],
    url: '/__atrium/registry',
    config: { routeClass: 'registry' },
    handler: async (request, reply) => {
      const { releaseSet } = await releases.read();
      if (releaseSet === null) return sendProblem(reply.header('retry-after', '5'), 503, 'unavailable');
      reply.header('cache-control', 'private, no-cache');
      return sendRepresentation(request, reply, await representationOf(releaseSet));
    },
  });
}
