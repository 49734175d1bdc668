import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { messages } from '../../config/messages.ts';
import { represent, respondIfUnchanged, sendRepresentation, weakTag } from '../../http/representation.ts';

/** Browsers cache icons for a day: their URLs have no release id, and they rarely change. */
const CACHE_CONTROL = 'public, max-age=86400';

/** Pictures in this folder, which `npm run icons` makes from icon.svg. */
const PICTURES = ['icon-192.png', 'icon-512.png', 'icon-maskable.png', 'apple-touch-icon.png', 'social.png'];

/** How browsers install the site (https://www.w3.org/TR/appmanifest/). */
const WEB_MANIFEST = {
  id: '/',
  name: messages.siteTitle,
  short_name: messages.siteTitle,
  description: messages.siteDescription,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fbfcfb',
  theme_color: '#0b6b5b',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
} as const;

/** Serves the site's icons, also at `/favicon.ico`, where browsers look by default, and its web manifest. */
export async function addIconRoutes(server: FastifyInstance): Promise<void> {
  const icon = await represent('image/svg+xml', await readFile(new URL('./icon.svg', import.meta.url), 'utf8'));
  const manifest = await represent('application/manifest+json', JSON.stringify(WEB_MANIFEST));
  for (const [url, representation] of [['/icon.svg', icon], ['/favicon.ico', icon], ['/manifest.webmanifest', manifest]] as const) {
    server.route({
      method: ['GET', 'HEAD'],
      url,
      config: { routeClass: 'icon' },
      handler: (request, reply) => sendRepresentation(request, reply.header('cache-control', CACHE_CONTROL), representation),
    });
  }
  for (const name of PICTURES) {
    const content = await readFile(new URL(`./${name}`, import.meta.url));
    const tag = weakTag(`${name}-${content.length}`);
    server.route({
      method: ['GET', 'HEAD'],
      url: `/${name}`,
      config: { routeClass: 'icon' },
      handler: (request, reply) => {
        reply.header('cache-control', CACHE_CONTROL);
        return respondIfUnchanged(request, reply, tag) ? reply : reply.type('image/png').send(content);
      },
    });
  }
}
