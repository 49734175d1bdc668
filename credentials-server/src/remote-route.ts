import type { ReleaseStore } from '@atrium/releases/release-store';
import { releaseDetails } from '@atrium/releases/live-site';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problem-answer.ts';
import { represent, sendRepresentation, type Representation } from './representation.ts';

/** So many answers are kept ready: more than the live and previous releases of a big site. */
const keptAnswers = 500;

interface RemoteAddress {
  Params: { name: string; release: string };
}

/**
 * Serves what it takes to load one release of the auth remote or a page module: of any that is stored, because a tab
 * may be older than the registry. It never changes, so browsers keep it.
 */
export function addRemoteRoute(server: FastifyInstance, store: ReleaseStore): void {
  const prepared = new Map<string, Promise<Representation>>();

  async function representationOf(name: string, release: string): Promise<Representation | null> {
    const key = `${name}/${release}`;
    const known = prepared.get(key);
    if (known !== undefined) return known;
    const reading = await store.readManifest(name, release);
    const details = reading.status === 'ok' ? releaseDetails(reading.manifest) : null;
    if (details === null) return null;
    const made = represent('application/json; charset=utf-8', JSON.stringify(details));
    const [oldest] = prepared.keys();
    if (oldest !== undefined && prepared.size >= keptAnswers) prepared.delete(oldest);
    prepared.set(key, made);
    return made;
  }

  server.route<RemoteAddress>({
    method: ['GET', 'HEAD'],
    url: '/__atrium/remotes/:name/:release',
    config: { routeClass: 'registry' },
    handler: async (request, reply) => {
      const { name, release } = request.params;
      const representation = await representationOf(name, release);
      if (representation === null) return sendProblem(reply, 404, 'not-found');
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendRepresentation(request, reply, representation);
    },
  });
}
