import { extname } from 'node:path/posix';
import type { ReleaseStore } from '@atrium/releases/release-store';
import type { FastifyInstance } from 'fastify';
import { acceptedEncodings } from './accepted-encodings.ts';
import { sendProblem } from './problem-answer.ts';
import { addVary, answersUnchanged, weakTag } from './representation.ts';

/** What release files may be. Anything else, HTML above all, is sent as bytes that no browser opens. */
const contentTypes: Readonly<Record<string, string>> = {
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

/** What the route of release files needs. */
export interface ReleaseFilesOptions {
  readonly store: ReleaseStore;
  /** Whether source maps are served: they hold the sources with their comments, which are not for every visitor. */
  readonly serveSourceMaps: boolean;
}

interface FileAddress {
  Params: { name: string; release: string; '*': string };
}

/** Serves the files that a release's manifest names, for ever, with the compression that was made at publishing. */
export function addReleaseFilesRoute(server: FastifyInstance, { store, serveSourceMaps }: ReleaseFilesOptions): void {
  server.route<FileAddress>({
    method: ['GET', 'HEAD'],
    url: '/releases/:name/:release/*',
    config: { routeClass: 'release-file' },
    handler: async (request, reply) => {
      const { name, release, '*': path } = request.params;
      if (path.endsWith('.map') && !serveSourceMaps) return sendProblem(reply, 404, 'not-found');
      const encodings = acceptedEncodings(request.headers['accept-encoding']);
      const file = await store.releaseFile(name, release, path, encodings);
      if (file === null) return sendProblem(reply, 404, 'not-found');
      addVary(reply, 'Accept-Encoding');
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // Scripts with integrity are loaded in CORS mode, from whichever origin serves the document.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (answersUnchanged(request, reply, weakTag(file.integrity))) return reply;
      if (file.encoding !== 'identity') reply.header('content-encoding', file.encoding);
      return reply.type(contentTypes[extname(path)] ?? 'application/octet-stream').send(file.content);
    },
  });
}
