import { FILE_PATH } from '@atrium/releases/model';
import type { LiveSite } from '@atrium/releases/resolve';
import type { ReleaseStore } from '@atrium/releases/stores';
import { PREVIEW_QUERY } from '@atrium/releases/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { sendProblem } from '../../http/errors.ts';
import { documentPolicy, setDocumentHeaders } from '../../http/headers.ts';
import { cacheByText } from '../../http/text-cache.ts';
import { addVary, represent, sendRepresentation, type Representation } from '../../http/representation.ts';
import type { CurrentReleasesReader } from '../../site/current-releases.ts';
import { siteForDocument } from '../../site/site-for-visitor.ts';
import type { SignInMethod } from '../../site/sign-in-methods.ts';
import type { Metrics } from '../monitoring.ts';
import { requestedDocument, type RequestedPreviewSources } from '../previews/requested-document.ts';
import type { PreviewTabScript } from '../previews/tab-script.ts';
import { appearancesOf, type Appearance } from './appearance.ts';
import { DocumentCache } from './document-cache.ts';
import { renderDocument, renderUnavailable, RETRY_AFTER_SECONDS, type DocumentSettings, type PreviewPart } from './html.ts';
import { firstScreenFiles } from './first-files.ts';
import { pageOfPath, type PageOfPath } from './page-of-path.ts';
import { prerenderedPages, type InlineScript, type PrerenderedPage } from './prerendered-page.ts';
import { embeddedReleaseSet } from './release-set.ts';

const HTML_TYPE = 'text/html; charset=utf-8';

/** Paths for programs, which must not get HTML. Below /__atrium, two are pages of the shell. */
const PROGRAM_PATHS = /^\/(?:api|releases|__atrium(?!\/(?:preview|releases)$))(?:\/|$)/;

const HTML_RANGES: ReadonlySet<string> = new Set(['text/html', 'text/*', '*/*']);

/** A document that is ready to be sent. */
interface RenderedDocument {
  readonly html: Representation;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

/** Reads from requests which document of one site they are for. */
interface SiteReaders {
  /** See {@link pageOfPath}. */
  readonly pageOf: (pathname: string) => PageOfPath | null;
  readonly appearanceOf: (request: FastifyRequest) => Appearance;
}

/** What the document route needs. */
interface DocumentOptions extends DocumentSettings {
  readonly supabaseUrl: string;
  readonly releases: CurrentReleasesReader;
  readonly metrics: Metrics;
  readonly previews: RequestedPreviewSources & { readonly script: PreviewTabScript };
  readonly store: ReleaseStore;
  /** What the project allows besides passwords and mails. */
  readonly signInMethods: () => readonly SignInMethod[];
  /** In each document with a prerendered page. */
  readonly prerenderedPageScript: InlineScript;
  /** Gives the browser a ticket, without which its reports do not count: see reports/tickets.ts. */
  readonly giveTicket: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Serves the document at every path that may be a page. The shell decides whether there is one. */
export function addDocumentRoute(server: FastifyInstance, options: DocumentOptions): void {
  const { releases, metrics, previews, store, signInMethods, prerenderedPageScript, giveTicket } = options;
  const policy = documentPolicy(options);
  const prerenderedPolicy = documentPolicy(options, prerenderedPageScript.source);
  const readPrerendered = prerenderedPages(store);
  const readersOfSites = new WeakMap<LiveSite, SiteReaders>();
  const documents = new DocumentCache<RenderedDocument>();

  async function prerenderedPage(site: LiveSite, target: PageOfPath | null, language: string): Promise<PrerenderedPage | null> {
    const page = await readPrerendered(site, target, language);
    return page && { ...page, script: prerenderedPageScript, styles: firstScreenFiles({ ...site, auth: null }, target).filter(({ kind }) => kind === 'style') };
  }

  function readersOf(site: LiveSite): SiteReaders {
    const known = readersOfSites.get(site);
    if (known) return known;
    const made = { pageOf: cacheByText((pathname: string) => pageOfPath(site.pages, pathname)), appearanceOf: appearancesOf(site) };
    readersOfSites.set(site, made);
    return made;
  }

  function documentOf(site: LiveSite, request: FastifyRequest, preview?: PreviewPart): Promise<RenderedDocument> {
    const { url } = request;
    const { pageOf, appearanceOf } = readersOf(site);
    const target = pageOf(pathOf(url));
    const appearance = appearanceOf(request);
    const isPlain = !hasOwnQuery(url);
    // What a document depends on besides its site. Each requested preview has a site of its own, so its documents are rendered each time.
    const kind = preview ? (preview.block === null ? 'remembered' : 'asked') : '';
    const methods = signInMethods();
    const key = `${kind} ${appearance.language} ${String(appearance.theme)} ${String(appearance.hidesSidebar)} ${methods.join()} ${String(isPlain)}${target ? ` ${target.page.name} ${target.route}` : ''}`;
    return documents.get(site, key, async (forget) => {
      // With a query, the page may show something else than the prerendered page, such as links that pass the query on.
      const prerendered = await prerenderedPage(site, isPlain ? target : null, appearance.language).catch((err: unknown) => {
        // The next document tries again. The page itself may still load.
        forget();
        server.log.error({ err }, 'the HTML of a prerendered page cannot be read');
        return null;
      });
      const previewed = preview?.block?.shown?.name ?? null;
      const releaseSet = embeddedReleaseSet(site, target, previewed, appearance.language);
      const html = renderDocument(releaseSet, options, { appearance, languages: site.languages, target, preview, methods, prerendered });
      return { html: await represent(HTML_TYPE, html), policy: prerendered ? prerenderedPolicy : policy };
    });
  }

  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { routeClass: 'document' },
    handler: async (request, reply) => {
      const pathname = pathOf(request.url);
      if (PROGRAM_PATHS.test(pathname) || FILE_PATH.test(pathname) || !acceptsHtml(request.headers.accept)) {
        return sendProblem(reply, 404, 'not-found');
      }
      setDocumentHeaders(reply, policy);
      const current = await releases.read();
      if (current.site === null) {
        reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS)).header('cache-control', 'no-store');
        return reply.type(HTML_TYPE).send(renderUnavailable(current.reason));
      }
      metrics.countDocument();
      const site = siteForDocument(current.site, request, reply);
      const requested = await requestedDocument(previews, site, request);
      const { html, policy: ownPolicy } = await (requested
        ? documentOf(requested.site, request, { ...requested, script: previews.script })
        : documentOf(site, request));
      await giveTicket(request, reply);
      addVary(reply, 'Accept-Language, Cookie');
      reply.headers({ 'content-security-policy': ownPolicy, 'cache-control': requested ? 'no-store' : 'private, no-cache' });
      return sendRepresentation(request, reply, html);
    },
  });
}

function pathOf(url: string): string {
  return /^[^?#]*/.exec(url)?.[0] ?? '';
}

/** Whether a URL has a query for the page. That of a preview is for the server. */
function hasOwnQuery(url: string): boolean {
  if (!url.includes('?')) return false;
  const query = new URLSearchParams(url.slice(pathOf(url).length).replace(/#.*$/s, ''));
  query.delete(PREVIEW_QUERY);
  return query.size > 0;
}

/** Whether a client accepts HTML (RFC 9110 §12.5.1). Without an Accept header it accepts everything. */
const acceptsHtml = cacheByText((accept: string | undefined): boolean =>
  new Negotiator({ headers: { accept } }).mediaTypes().some((range) => HTML_RANGES.has(range.toLowerCase())),
);
