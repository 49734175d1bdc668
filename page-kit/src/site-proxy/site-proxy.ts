import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { REPORTS_PATH, type ShellRelease } from '@atrium/releases/wire';
import { createProxyServer } from 'httpxy';
import { SiteProxyError } from '../errors.ts';
import { isLoopbackHost } from './loopback.ts';
import { detailsOf, replaceInListing, replaceInSet, type Replacement } from './replacement.ts';
import { CREDENTIALS_PATH, fetchFromSite, fetchListing } from './site-client.ts';
import { changeDocument, readReleaseSet, widenPolicy } from './site-document.ts';

/** How documents differ during development. */
interface DevelopmentDocuments {
  /** Returns the shell that replaces a release of the site's shell; null keeps that release. */
  readonly shellFor: (release: string) => Promise<ShellRelease | null>;
  /** Folders on the site whose files change during development, and therefore have no integrity. */
  readonly folders: readonly string[];
}

/**
 * Replaces the site's Supabase backend. It has the proxy's own URL, which the site's policy already allows through
 * `'self'`.
 */
export interface SubstituteBackend {
  /** Its public key. */
  readonly key: string;
  /** Responds to a request for the backend. @returns false for other requests, which it ignores */
  respond(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Accepts a WebSocket for the backend. @returns false for others, which it ignores */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}

/** The site behind a proxy, and what the proxy changes. */
export interface SiteProxyOptions {
  /** Origin of the site. */
  readonly site: string;
  /** The releases that currently replace those of the site. */
  replacement(): Replacement;
  /** Returns a file of a replaced release by its path on the site. Omitted if another server serves these files. */
  fileAt?(pathname: string): LocalFile | null;
  /** Without it, documents keep their policy and their integrity. */
  readonly development?: DevelopmentDocuments;
  /** Without it, sign-in and data are the site's. */
  readonly backend?: SubstituteBackend;
}

/** A file to send. */
export interface LocalFile {
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** Headers of a document request that the proxy forwards to the site. */
const FORWARDED_HEADERS = ['accept', 'accept-language', 'cookie', 'user-agent'];

/** Headers of the site's document that are wrong for the changed document. */
const DROPPED_HEADERS = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'etag', 'vary', 'set-cookie', 'strict-transport-security']);

const DEFECT = 'The development server failed. Its terminal shows the error. If this happens again, restart it.';

/**
 * Forwards all requests on this machine to a site, including data and sign-in, and replaces some of its releases: in documents,
 * and in the responses that tell open tabs about releases.
 */
export class SiteProxy {
  readonly #options: SiteProxyOptions;
  readonly #proxy;

  constructor(options: SiteProxyOptions) {
    this.#options = options;
    this.#proxy = createProxyServer({
      target: options.site,
      // The site's server and its own proxies expect the site's host name.
      changeOrigin: true,
      autoRewrite: true,
      protocolRewrite: 'http',
      cookieDomainRewrite: '',
    });
    this.#proxy.on('proxyRes', (siteResponse) => {
      const cookies = siteResponse.headers['set-cookie'];
      if (cookies) siteResponse.headers['set-cookie'] = cookies.map(withoutTls);
    });
  }

  /** Handles a request. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? '';
    if (!isLoopbackHost(host)) return send(response, 403, 'text/plain; charset=utf-8', 'This server only accepts requests from this machine.');
    try {
      await this.#respond(request, response, host);
    } catch (error) {
      const isExpected = error instanceof SiteProxyError;
      // A defect: print its stack. The next request may still succeed.
      if (!isExpected) console.error(error);
      // Part of the response was sent, or the client has disconnected.
      if (response.headersSent) return void response.destroy();
      send(response, isExpected ? 502 : 500, 'text/plain; charset=utf-8', isExpected ? error.message : DEFECT);
    }
  }

  /** Forwards a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!(socket instanceof Socket) || !isLoopbackHost(request.headers.host ?? '')) {
      socket.destroy();
      return;
    }
    if (this.#options.backend?.upgrade(request, socket, head) === true) return;
    this.#useOriginOfSite(request);
    this.#proxy.ws(request, socket, {}, head).catch(() => socket.destroy());
  }

  async #respond(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const pathname = (request.url ?? '/').replace(/[?#].*$/s, '');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const { backend } = this.#options;
    if (backend && reads && pathname === CREDENTIALS_PATH) return sendJson(response, { supabaseUrl: `http://${host}`, supabaseKey: backend.key });
    if (await backend?.respond(request, response)) return;
    const file = reads ? this.#options.fileAt?.(pathname) : undefined;
    if (file) return send(response, 200, file.contentType, file.content);
    // Reports about code in development must not count for the site.
    if (pathname === REPORTS_PATH) return void response.writeHead(204).end();
    if (reads && pathname === '/__atrium/registry') return this.#sendListing(request, response);
    const [, name, release] = /^\/__atrium\/remotes\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
    const details = name && release ? detailsOf(this.#options.replacement(), name, release) : null;
    if (details) return sendJson(response, details);
    if (reads && request.headers.accept?.includes('text/html') === true) return this.#sendDocument(request, response, host);
    this.#useOriginOfSite(request);
    try {
      await this.#proxy.web(request, response);
    } catch (cause) {
      const message = `The site at ${this.#options.site} no longer responds. Start it again.`;
      throw new SiteProxyError('site-unreachable', message, { cause });
    }
  }

  async #sendListing(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const listing = await fetchListing(this.#options.site, request.headers.cookie);
    sendJson(response, replaceInListing(listing, this.#options.replacement()));
  }

  async #sendDocument(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const { site, development } = this.#options;
    const headers = Object.fromEntries(
      FORWARDED_HEADERS.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const original = await fetchFromSite(site, request.url ?? '/', headers);
    for (const [name, value] of original.headers) if (!DROPPED_HEADERS.has(name)) response.setHeader(name, value);
    const cookies = original.headers.getSetCookie().map(withoutTls);
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    const from = readReleaseSet(original.body);
    if (from === null) return send(response, original.status, original.headers.get('content-type') ?? 'text/html', original.bytes);

    const replaced = replaceInSet(from, this.#options.replacement());
    const shell = replaced.shell === from.shell ? await development?.shellFor(from.shell.release) : null;
    const to = shell ? { ...replaced, shell } : replaced;
    const folders = development && development.folders.length > 0 ? development.folders : null;
    if (development) {
      const policy = original.headers.get('content-security-policy') ?? '';
      // In CSP Level 3 'self' includes it, but not in every browser.
      response.setHeader('content-security-policy', widenPolicy(policy, { 'connect-src': [`ws://${host}`] }));
    }
    if (folders) response.removeHeader('integrity-policy');
    send(response, original.status, 'text/html; charset=utf-8', changeDocument(original.body, { from, to, folders }));
  }

  /** Gives a request the Origin header that it would have at the site, so that the site's origin checks accept it. */
  #useOriginOfSite(request: IncomingMessage): void {
    const { origin, host = '' } = request.headers;
    if (origin === `http://${host}`) request.headers.origin = new URL(this.#options.site).origin;
  }
}

/** Removes from a Set-Cookie header what keeps the cookie from being stored for a URL without TLS. */
export function withoutTls(cookie: string): string {
  return cookie.replace(/;\s*(?:secure|domain=[^;]*)(?=;|$)/gi, '');
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
