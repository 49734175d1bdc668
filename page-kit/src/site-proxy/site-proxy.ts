import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ShellRelease } from '@atrium/releases/release-set';
import { reportsPath } from '@atrium/releases/names';
import { createProxyServer } from 'httpxy';
import { askListing, askSite } from './ask-site.ts';
import type { StandInBackend } from './stand-in-backend.ts';
import { forThisMachine, isLoopbackHost } from './loopback.ts';
import { detailsOf, replaceInListing, replaceInSet, type Replacement } from './replacement.ts';
import { changeDocument, readReleaseSet } from './site-document.ts';
import { SiteProxyError } from './site-proxy-error.ts';
import { widenPolicy, type AdditionalSources } from './widen-policy.ts';

/** How documents differ where something is being developed, rather than tried as it was built. */
export interface DevelopmentDocuments {
  /** Gives the shell that stands in for a site's release of it; null leaves the one that visitors have. */
  readonly shellFor: (release: string) => Promise<ShellRelease | null>;
  /** Folders on the site whose files change while tabs load them, and so have no integrity. */
  readonly folders: readonly string[];
  /** What the Content-Security-Policy has to allow besides; `connect` are paths on the proxy. */
  readonly policy: AdditionalSources;
}

/** What a proxy stands before, and what it changes. */
export interface SiteProxyOptions {
  /** Origin of the site. */
  readonly site: string;
  /** What replaces releases of the site at the moment. */
  replacement(): Replacement;
  /** A file of a release that replaces another, by its path on the site; left out where something else serves them. */
  fileAt?(pathname: string): LocalFile | null;
  /** Left out, documents keep their policy and their integrity. */
  readonly development?: DevelopmentDocuments;
  /** Left out, sign-in and data are the site's. */
  readonly backend?: StandInBackend;
}

/** A file as it is sent. */
export interface LocalFile {
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** Where tabs ask for the backend's address and its public key (specification 7.1). */
const CREDENTIALS = '/api/supabase-credentials';

/** Headers of a request for a document that the site is to see. */
const PASSED_ON = ['accept', 'accept-language', 'cookie', 'user-agent'];

/** Headers of a document that do not hold for the changed one. */
const NOT_KEPT = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'etag', 'vary', 'set-cookie', 'strict-transport-security']);

const DEFECT = 'The development server failed. What happened is printed where it runs; start it again if this stays.';

/**
 * Stands before a site on this machine and passes everything through, data and sign-in too, but for the releases that
 * are replaced: those it changes in documents, and in what open tabs ask about releases.
 */
export class SiteProxy {
  readonly #options: SiteProxyOptions;
  readonly #proxy;

  constructor(options: SiteProxyOptions) {
    this.#options = options;
    this.#proxy = createProxyServer({
      target: options.site,
      // The site's server, and whatever stands before it, see the name that they know.
      changeOrigin: true,
      autoRewrite: true,
      protocolRewrite: 'http',
      cookieDomainRewrite: '',
    });
    this.#proxy.on('proxyRes', (answer) => {
      const cookies = answer.headers['set-cookie'];
      if (cookies) answer.headers['set-cookie'] = cookies.map(forThisMachine);
    });
  }

  /** Answers a request. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? '';
    if (!isLoopbackHost(host)) return send(response, 403, 'text/plain; charset=utf-8', 'This server is for this machine only.');
    try {
      await this.#answer(request, response, host);
    } catch (error) {
      const isForeseen = error instanceof SiteProxyError;
      // A defect, to be seen with its stack. The next request may well be answered.
      if (!isForeseen) console.error(error);
      // Half an answer is under way, or whoever asked has gone.
      if (response.headersSent) return void response.destroy();
      send(response, isForeseen ? 502 : 500, 'text/plain; charset=utf-8', isForeseen ? error.message : DEFECT);
    }
  }

  /** Passes a WebSocket through. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!(socket instanceof Socket) || !isLoopbackHost(request.headers.host ?? '')) {
      socket.destroy();
      return;
    }
    if (this.#options.backend?.upgrade(request, socket, head) === true) return;
    this.#asFromSite(request);
    this.#proxy.ws(request, socket, {}, head).catch(() => socket.destroy());
  }

  async #answer(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const pathname = (request.url ?? '/').replace(/[?#].*$/s, '');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const { backend } = this.#options;
    if (backend && reads && pathname === CREDENTIALS) return sendJson(response, { supabaseUrl: `http://${host}`, supabaseKey: backend.key });
    if (await backend?.answer(request, response)) return;
    const file = reads ? this.#options.fileAt?.(pathname) : undefined;
    if (file) return send(response, 200, file.contentType, file.content);
    // What becomes of code that is being developed says nothing of the site.
    if (pathname === reportsPath) return void response.writeHead(204).end();
    if (reads && pathname === '/__atrium/registry') return this.#sendListing(response);
    const [, name, release] = /^\/__atrium\/remotes\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
    const details = name && release ? detailsOf(this.#options.replacement(), name, release) : null;
    if (details) return sendJson(response, details);
    if (reads && request.headers.accept?.includes('text/html') === true) return this.#sendDocument(request, response, host);
    this.#asFromSite(request);
    try {
      await this.#proxy.web(request, response);
    } catch (cause) {
      const message = `The site at ${this.#options.site} does not answer any more. Start it again.`;
      throw new SiteProxyError('site-unreachable', message, { cause });
    }
  }

  async #sendListing(response: ServerResponse): Promise<void> {
    const listing = await askListing(this.#options.site);
    sendJson(response, replaceInListing(listing, this.#options.replacement()));
  }

  async #sendDocument(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const { site, development } = this.#options;
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const answer = await askSite(site, request.url ?? '/', headers);
    for (const [name, value] of answer.headers) if (!NOT_KEPT.has(name)) response.setHeader(name, value);
    const cookies = answer.headers.getSetCookie().map(forThisMachine);
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    const from = readReleaseSet(answer.body);
    if (from === null) return send(response, answer.status, answer.headers.get('content-type') ?? 'text/html', answer.body);

    const replaced = replaceInSet(from, this.#options.replacement());
    const shell = replaced.shell === from.shell ? await development?.shellFor(from.shell.release) : null;
    const to = shell ? { ...replaced, shell } : replaced;
    const folders = development && development.folders.length > 0 ? development.folders : null;
    if (development) {
      const policy = answer.headers.get('content-security-policy') ?? '';
      // CSP Level 3 has 'self' include it; not every browser does.
      const socket = { ...development.policy, 'connect-src': [`ws://${host}`] };
      response.setHeader('content-security-policy', widenPolicy(policy, socket));
    }
    if (folders) response.removeHeader('integrity-policy');
    send(response, answer.status, 'text/html; charset=utf-8', changeDocument(answer.body, { from, to, folders }));
  }

  /** Lets a request look as it would at the site itself, whose checks of origins are the same for it then. */
  #asFromSite(request: IncomingMessage): void {
    const { origin, host = '' } = request.headers;
    if (origin === `http://${host}`) request.headers.origin = new URL(this.#options.site).origin;
  }
}

function sendJson(response: ServerResponse, data: unknown): void {
  send(response, 200, 'application/json; charset=utf-8', JSON.stringify(data));
}

function send(response: ServerResponse, status: number, contentType: string, body: string | Uint8Array): void {
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  response.setHeader('cache-control', 'no-store');
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
