import type { LiveSite } from '@atrium/releases/live-site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documentPolicy } from './content-security-policy.ts';
import type { CurrentReleasesReader } from './current-releases.ts';
import { documentSet } from './document-set.ts';
import { renderDocument, renderUnavailable, retryAfterSeconds, type DocumentPlace, type PreviewPart } from './document.ts';
import type { Metrics } from './metrics.ts';
import { lookOf, type PageLook } from './page-look.ts';
import { inOneLanguage } from './one-language.ts';
import { pageOfPath } from './page-of-path.ts';
import type { PreviewGround } from './previews/check-preview.ts';
import type { OwnScript } from './previews/preview-tab-script.ts';
import { wishedDocument } from './previews/wished-document.ts';
import { sendProblem } from './problem-answer.ts';
import { addVary, represent, sendRepresentation, type Representation } from './representation.ts';
import { siteForDocument } from './visitor.ts';

const htmlType = 'text/html; charset=utf-8';

/** Addresses that are never a page: programs ask there, and must not get HTML. Below /__atrium two are pages of the shell. */
const notPages = /^\/(?:api|releases|__atrium(?!\/(?:preview|releases)$))(?:\/|$)/;

/** Names of files that browsers and scanners ask for. Other dots may be part of a page's address. */
const fileName =
  /\.(?:m?js|css|map|json|xml|txt|ico|svg|png|jpe?g|gif|webp|avif|woff2?|wasm|webmanifest|html?|php|env|ya?ml|zip)$/i;

/** What the document route needs. */
export interface DocumentOptions extends DocumentPlace {
  readonly supabaseUrl: string;
  readonly releases: CurrentReleasesReader;
  readonly metrics: Metrics;
  readonly previews: PreviewGround & { readonly script: OwnScript };
  /** Gives the browser what its reports need to count: see report-tickets.ts. */
  readonly giveTicket: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Serves the document at every address that may be a page; whether there is one, the shell decides. */
export function addDocumentRoute(server: FastifyInstance, options: DocumentOptions): void {
  const { releases, metrics, previews, giveTicket } = options;
  const policy = documentPolicy(options);
  /** The document depends on the path only by its route, and on the person only by language and theme: each is rendered once. */
  const rendered = new WeakMap<LiveSite, Map<string, Promise<Representation>>>();

  function documentOf(site: LiveSite, pathname: string, look: PageLook, preview?: PreviewPart): Promise<Representation> {
    const target = pageOfPath(site.pages, pathname);
    const documents = rendered.get(site) ?? new Map<string, Promise<Representation>>();
    rendered.set(site, documents);
    // A preview is of a site of its own.
    const kind = preview ? (preview.block === null ? 'remembered' : 'asked') : '';
    const key = [kind, look.language, look.theme, ...(target ? [target.page.name, target.route] : [])].join(' ');
    const known = documents.get(key);
    if (known !== undefined) return known;
    const previewed = preview?.block?.shown?.name ?? null;
    const releaseSet = inOneLanguage(documentSet(site, target, previewed), site.languages, look.language);
    const made = represent(htmlType, renderDocument(releaseSet, options, { look, languages: site.languages, target, preview }));
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
        reply.code(503).header('retry-after', String(retryAfterSeconds)).header('cache-control', 'no-store');
        return reply.type(htmlType).send(renderUnavailable(current.reason));
      }
      metrics.countDocument();
      const site = siteForDocument(current.site, request, reply);
      const wished = await wishedDocument(previews, site, request);
      const document = await (wished
        ? documentOf(wished.site, pathname, lookOf(request, wished.site), { ...wished, script: previews.script })
        : documentOf(site, pathname, lookOf(request, site)));
      await giveTicket(request, reply);
      addVary(reply, 'Accept-Language, Cookie');
      reply.header('cache-control', wished ? 'no-store' : 'private, no-cache');
      return sendRepresentation(request, reply, document);
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
