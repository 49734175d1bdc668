import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LiveSite } from '@atrium/releases/resolve';
import { languageKey } from '@atrium/releases/resolve';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FastifyInstance } from 'fastify';
import { represent, sendRepresentation } from '../../http/representation.ts';
import type { FirstFile } from './first-files.ts';
import type { PageOfPath } from './page-of-path.ts';

const SCRIPT_PATH = '/__atrium/prerendered-page.js';

/** The first screen of a page as HTML, from the release that the document runs. */
export interface PrerenderedPage {
  /** The name of the page module. */
  readonly module: string;
  readonly path: string;
  /** The gate has checked it when the release was published. */
  readonly html: string;
  /** The script that hides the page from users with a session, and holds a submit until the page's code has loaded. */
  readonly script: Pick<FirstFile, 'address' | 'integrity'>;
  /** The style sheets of the page, by their URLs. */
  readonly styles: readonly FirstFile[];
}

/** Reads the HTML of a page; null if its release has none, or none in the language. */
export type ReadPrerenderedPage = (site: LiveSite, target: PageOfPath | null, language: string) => Promise<Omit<PrerenderedPage, 'styles'> | null>;

/** Serves the script of prerendered pages, and returns the function that reads a page's HTML from the store. */
export async function addPrerenderedPages(server: FastifyInstance, store: ReleaseStore): Promise<ReadPrerenderedPage> {
  const text = await readFile(new URL('./prerendered-page.js', import.meta.url), 'utf8');
  const representation = await represent('text/javascript; charset=utf-8', text);
  const sum = createHash('sha384').update(text).digest('base64');
  // The page is not painted before the script has run, so a second visit must not ask the server for it.
  const address = `${SCRIPT_PATH}?v=${encodeURIComponent(sum.slice(0, 12))}`;
  const script = { address, integrity: `sha384-${sum}` };
  server.route({
    method: ['GET', 'HEAD'],
    url: SCRIPT_PATH,
    config: { routeClass: 'document' },
    handler: (request, reply) => {
      reply.header('cache-control', request.url === address ? 'public, max-age=31536000, immutable' : 'no-cache');
      return sendRepresentation(request, reply, representation);
    },
  });
  return async ({ prerendered }, target, language) => {
    if (!target?.page.files) return null;
    const { page: { name, release, manifest }, route } = target;
    const file = prerendered.get(languageKey({ name, release }))?.[route]?.[language];
    const path = manifest.routes[route];
    if (file === undefined || path === undefined) return null;
    const stored = await store.releaseFile(name, release, file);
    return stored && { module: name, path, html: stored.content.toString('utf8'), script };
  };
}
