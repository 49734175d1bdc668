import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { answersUnchanged, represent, sendRepresentation, weakTag } from '../representation.ts';
import { webManifest } from './web-manifest.ts';

/** For a day: icons have no release, and change hardly ever. */
const kept = 'public, max-age=86400';

/** Pictures in this folder, by `npm run icons` from icon.svg. */
const pictures = ['icon-192.png', 'icon-512.png', 'icon-maskable.png', 'apple-touch-icon.png', 'social.png'];

/** Serves the site's icons, also where browsers look for one without being told, and what it is called where it is installed. */
export async function addIconRoutes(server: FastifyInstance): Promise<void> {
  const icon = await represent('image/svg+xml', await readFile(new URL('./icon.svg', import.meta.url), 'utf8'));
  const manifest = await represent('application/manifest+json', JSON.stringify(webManifest));
  for (const [url, representation] of [['/icon.svg', icon], ['/favicon.ico', icon], ['/manifest.webmanifest', manifest]] as const) {
    server.route({
      method: ['GET', 'HEAD'],
      url,
      config: { routeClass: 'icon' },
      handler: (request, reply) => sendRepresentation(request, reply.header('cache-control', kept), representation),
    });
  }
  for (const name of pictures) {
    const content = await readFile(new URL(`./${name}`, import.meta.url));
    const tag = weakTag(`${name}-${content.length}`);
    server.route({
      method: ['GET', 'HEAD'],
      url: `/${name}`,
      config: { routeClass: 'icon' },
      handler: (request, reply) => {
        reply.header('cache-control', kept);
        return answersUnchanged(request, reply, tag) ? reply : reply.type('image/png').send(content);
      },
    });
  }
}
