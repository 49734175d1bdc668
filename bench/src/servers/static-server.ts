import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import * as v from 'valibot';
import { contentTypeOf, type StaticSite } from '../builds/static-site.ts';
import type { RunningSite } from './real-site.ts';

const compress = promisify(brotliCompress);

const addressSchema = v.object({ port: v.number() });

/** A response, compressed in advance as on the real site. */
interface StaticResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A running static site. */
interface RunningStaticSite extends RunningSite {
  /** Replaces the build. */
  deploy(site: StaticSite): Promise<void>;
}

/** Headers of a single response or connection, which are not copied. */
const OWN_HEADERS = ['connection', 'keep-alive', 'date', 'content-length', 'content-encoding', 'content-type'];

/**
 * Serves a static site like the real one: with the real site's headers, compression, credentials and icon.
 * @param real URL of the real site
 */
export async function serveStaticSite(site: StaticSite, real: string): Promise<RunningStaticSite> {
  let responseTo = await responsesOf(site, real);
  const running = await listen((address) => responseTo(address));
  return {
    ...running,
    async deploy(next) {
      responseTo = await responsesOf(next, real);
    },
  };
}

/** Returns the response for a URL: a file, or else the document. */
async function responsesOf(site: StaticSite, real: string): Promise<(address: string) => StaticResponse> {
  const responses = new Map<string, StaticResponse>();
  for (const address of ['/api/supabase-credentials', '/icon.svg']) responses.set(address, await copyOf(real, address));
  const document = await fetch(`${real}/login`, { headers: { accept: 'text/html' } });
  const file = await fetch(real + firstScript(await document.text()));
  const fileHeaders = headersOf(file);
  for (const [path, content] of site.files) {
    const type = contentTypeOf(path);
    if (type) responses.set(path, await staticResponse(content, { ...fileHeaders, 'content-type': type }));
  }
  const { 'integrity-policy': integrityPolicy, ...documentHeaders } = headersOf(document);
  const page = await staticResponse(Buffer.from(site.document), {
    ...documentHeaders,
    ...(site.integrity && integrityPolicy && { 'integrity-policy': integrityPolicy }),
    'content-type': 'text/html; charset=utf-8',
  });
  return (address) => responses.get(address) ?? page;
}

function firstScript(document: string): string {
  const address = /<script src="([^"]+)"/.exec(document)?.[1];
  if (!address) throw new Error("The real site's document loads no script.");
  return address;
}

async function copyOf(real: string, address: string): Promise<StaticResponse> {
  const response = await fetch(real + address);
  const headers = { ...headersOf(response), 'content-type': response.headers.get('content-type') ?? '' };
  return staticResponse(Buffer.from(await response.arrayBuffer()), headers);
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.includes(name)));
}

/** Compresses a response, unless it is so small that the real server does not compress it either. */
async function staticResponse(content: Buffer, copied: Record<string, string>): Promise<StaticResponse> {
  // A response that browsers revalidate on the real site has an entity tag there, so it gets one here.
  const headers = copied['etag'] === undefined ? copied : { ...copied, etag: tagOf(content) };
  if (content.length < 1000) return { headers, body: content };
  return { headers: { ...headers, 'content-encoding': 'br' }, body: await compress(content) };
}

/** An entity tag with the length of those of the real site. */
function tagOf(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/** Whether the browser already has this response (RFC 9110 §13.1.2). */
function isKnown(request: IncomingMessage, headers: StaticResponse['headers']): boolean {
  return headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag'];
}

async function listen(responseTo: (address: string) => StaticResponse): Promise<RunningSite> {
  const server = createServer((request, response) => {
    const { headers, body } = responseTo((request.url ?? '/').replace(/\?.*$/, ''));
    if (isKnown(request, headers)) response.writeHead(304, headers).end();
    else response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = v.parse(addressSchema, server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
