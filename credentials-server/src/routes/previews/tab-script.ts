import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { represent, sendRepresentation } from '../../http/representation.ts';

/** The script that keeps a preview in its tab, as a document refers to it. */
export interface PreviewTabScript {
  readonly address: string;
  readonly integrity: string;
}

/** Serves the script that keeps a preview in its tab. */
export async function addPreviewTabScript(server: FastifyInstance): Promise<PreviewTabScript> {
  const text = await readFile(new URL('./preview-tab.js', import.meta.url), 'utf8');
  const representation = await represent('text/javascript; charset=utf-8', text);
  const address = '/__atrium/preview-tab.js';
  server.route({
    method: ['GET', 'HEAD'],
    url: address,
    config: { routeClass: 'preview' },
    handler: (request, reply) => sendRepresentation(request, reply.header('cache-control', 'no-cache'), representation),
  });
  return { address, integrity: `sha384-${createHash('sha384').update(text).digest('base64')}` };
}
