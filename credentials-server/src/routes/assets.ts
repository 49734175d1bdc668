import { extname } from 'node:path/posix';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../http/errors.ts';
import { acceptedCompressions, addVary, respondIfUnchanged, weakTag } from '../http/representation.ts';

/** The types of release files. Any other file, such as HTML, is sent as bytes that no browser opens. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
};

/** The entity tag of every file. A URL always has the same content, so a longer tag would say nothing more. */
const UNCHANGED = weakTag('1');

/** What the assets route needs. */
interface AssetsOptions {
  readonly store: ReleaseStore;
  /** Whether source maps are served. They contain the sources with their comments. */
  readonly serveSourceMaps: boolean;
}

interface FileAddress {
  Params: { name: string; release: string; '*': string };
}

/** Serves the files that a release's manifest names. They never change, and were compressed when the release was published. */
export function addAssetsRoute(server: FastifyInstance, { store, serveSourceMaps }: AssetsOptions): void {
  server.route<FileAddress>({
    method: ['GET', 'HEAD'],
    url: '/releases/:name/:release/*',
    config: { routeClass: 'release-file' },
    handler: async (request, reply) => {
      const { name, release, '*': path } = request.params;
      if (path.endsWith('.map') && !serveSourceMaps) return sendProblem(reply, 404, 'not-found');
      const file = await store.releaseFile(name, release, path, acceptedCompressions(request));
      if (file === null) return sendProblem(reply, 404, 'not-found');
      addVary(reply, 'Accept-Encoding');
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // Scripts with integrity are loaded in CORS mode, by documents of any origin.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (respondIfUnchanged(request, reply, UNCHANGED)) return reply;
      if (file.encoding !== 'identity') reply.header('content-encoding', file.encoding);
      return reply.type(CONTENT_TYPES[extname(path)] ?? 'application/octet-stream').send(file.content);
    },
  });
}
