import type { FastifyInstance } from 'fastify';
import type { CurrentReleasesReader } from './current-releases.ts';
import { messages } from './messages.ts';

/** Adds `/healthz`, whether the process answers, and `/readyz`, whether it has a site to serve. */
export function addHealthRoutes(server: FastifyInstance, releases: CurrentReleasesReader): void {
  const config = { routeClass: 'health' } as const;
  server.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    config,
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }),
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    config,
    handler: async (_request, reply) => {
      const current = await releases.read();
      const reasons = current.problems.map(({ remote, release, problem }) => `${remote} ${release}: ${problem}`);
      if (current.site === null) reasons.unshift(messages.unavailable[current.reason]);
      else if (current.outdated !== undefined) reasons.unshift(`${messages.outdated} ${messages.unavailable[current.outdated]}`);
      // A site without one of its remotes is still a site: only a missing shell takes this copy out of service.
      const ready = current.site !== null;
      return reply.code(ready ? 200 : 503).header('cache-control', 'no-store').send({ ready, reasons });
    },
  });
}
