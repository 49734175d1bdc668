import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { represent, sendRepresentation } from './representation.ts';

/** Serves the site's icon, also where browsers look for one without being told. */
export async function addIconRoute(server: FastifyInstance): Promise<void> {
  const representation = await represent('image/svg+xml', await readFile(new URL('./icon.svg', import.meta.url), 'utf8'));
  for (const url of ['/icon.svg', '/favicon.ico']) {
    server.route({
      method: ['GET', 'HEAD'],
      url,
      config: { routeClass: 'icon' },
      handler: (request, reply) => {
        reply.header('cache-control', 'public, max-age=86400');
        return sendRepresentation(request, reply, representation);
      },
    });
  }
}
