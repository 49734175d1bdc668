import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { represent, sendRepresentation } from '../representation.ts';

/** A script of this server's own, as a document names it. */
export interface OwnScript {
  readonly address: string;
  readonly integrity: string;
}

/** Serves the script that keeps a preview in its tab. */
export async function addPreviewTabScript(server: FastifyInstance): Promise<OwnScript> {
  const text = await readFile(new URL('./preview-tab.js', import.meta.url), 'utf8');
  const representation = await represent('text/javascript; charset=utf-8', text);
  const address = '/__atrium/preview-tab.js';
  server.route({
    method: ['GET', 'HEAD'],
    url: address,
    config: { routeClass: 'preview' },
    handler: (request, reply) => {
      reply.header('cache-control', 'no-cache');
      return sendRepresentation(request, reply, representation);
    },
  });
  return { address, integrity: `sha384-${createHash('sha384').update(text).digest('base64')}` };
}
