import type { LiveSite } from '@atrium/releases/resolve';
import type { FastifyInstance } from 'fastify';
import { documentPolicy } from './content-security-policy.ts';
import type { CurrentReleasesReader } from './current-releases.ts';
import { documentSet } from './document-set.ts';
import { renderDocument, renderUnavailable, type DocumentPlace } from './document.ts';
import type { Metrics } from './metrics.ts';
import { pageOfPath } from './page-of-path.ts';
import { sendProblem } from './problem-answer.ts';
import { represent, sendRepresentation, type Representation } from './representation.ts';
import { siteForDocument } from './visitor.ts';

const htmlType = 'text/html; charset=utf-8';

/** Seconds after which a browser or a proxy may ask again while there is no site. */
const retryAfterSeconds = '5';

/** Addresses that are never a page: programs ask there, and must not get HTML. */
const notPages = /^\/(?:api|releases)(?:\/|$)/;

/** Names of files that browsers and scanners ask for. Other dots may be part of a page's address. */
const fileName =
  /\.(?:m?js|css|map|json|xml|txt|ico|svg|png|jpe?g|gif|webp|avif|woff2?|wasm|webmanifest|html?|php|env|ya?ml|zip)$/i;

/** What the document route needs. */
export interface DocumentOptions extends DocumentPlace {
  readonly supabaseUrl: string;
  readonly releases: CurrentReleasesReader;
  readonly metrics: Metrics;
}

/** Serves the document at every address that may be a page; whether there is one, the shell decides. */
export function addDocumentRoute(server: FastifyInstance, options: DocumentOptions): void {
  const { releases, metrics } = options;
  const policy = documentPolicy(options);
  /** The document depends on the path only by its route, so there are few, and each is rendered and compressed once. */
  const rendered = new WeakMap<LiveSite, Map<string, Promise<Representation>>>();

  function documentOf(site: LiveSite, pathname: string): Promise<Representation> {
    const target = pageOfPath(site.pages, pathname);
    const documents = rendered.get(site) ?? new Map<string, Promise<Representation>>();
    rendered.set(site, documents);
    const key = target === null ? '' : `${target.page.name} ${target.route}`;
    const known = documents.get(key);
    if (known !== undefined) return known;
    const made = represent(htmlType, renderDocument(documentSet(site, target), options, target));
    documents.set(key, made);
    return made;
  }

  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { routeClass: 'document' },
    handler: async (request, reply) => {
      const pathname = request.url.replace(/[?#].*$/s, '');
      if (notPages.test(pathname) || fileName.test(pathname) || !acceptsHtml(request.headers.accept)) {
        return sendProblem(reply, 404, 'not-found');
      }
      reply.header('content-security-policy', policy);
      reply.header('integrity-policy', 'blocked-destinations=(script)');
      const current = await releases.read();
      if (current.site === null) {
        reply.code(503).header('retry-after', retryAfterSeconds).header('cache-control', 'no-store');
        return reply.type(htmlType).send(renderUnavailable(current.reason));
      }
      metrics.countDocument();
      reply.header('cache-control', 'private, no-cache');
      return sendRepresentation(request, reply, await documentOf(siteForDocument(current.site, request, reply), pathname));
    },
  });
}

/** Whether a client takes HTML (RFC 9110 §12.5.1); one that does not say takes everything. */
function acceptsHtml(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    return ['text/html', 'text/*', '*/*'].includes(type) && !refused;
  });
}
