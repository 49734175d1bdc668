import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Compression } from '@atrium/releases/stores';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { cacheByText } from './text-cache.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The compressions that this server offers, the smallest result first. */
const COMPRESSIONS: readonly Compression[] = ['br', 'gzip'];

/** Below this many bytes, compression saves less than the headers of a packet weigh. */
const MIN_COMPRESSED_BYTES = 1000;

/** A text that is prepared once and sent many times (RFC 9110 §3.2), in each encoding. */
export interface Representation {
  readonly contentType: string;
  /** Weak, because it is the same for every encoding. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: ReadonlyMap<Compression, Buffer>;
}

let lastCompression: Promise<unknown> = Promise.resolve();

/** Compresses one text at a time, because each takes two of the four threads in which Node also reads files. */
function compress(text: Buffer): Promise<[br: Buffer, gzip: Buffer]> {
  const both = lastCompression.then(() => Promise.all([compressBrotli(text), compressGzip(text)]));
  lastCompression = both.catch(() => undefined);
  return both;
}

/** Prepares a text for {@link sendRepresentation}. */
export async function represent(contentType: string, text: string): Promise<Representation> {
  const plain = Buffer.from(text);
  const compressed = new Map<Compression, Buffer>();
  if (plain.length >= MIN_COMPRESSED_BYTES) {
    const [br, gz] = await compress(plain);
    compressed.set('br', br).set('gzip', gz);
  }
  const etag = weakTag(createHash('sha256').update(plain).digest('base64url').slice(0, 27));
  return { contentType, etag, plain, compressed };
}

/** Prepares data as JSON for {@link sendRepresentation}. */
export function representJson(data: unknown): Promise<Representation> {
  return represent('application/json; charset=utf-8', JSON.stringify(data));
}

/** Sends a representation, or 304 if the client already has it. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, etag, plain, compressed }: Representation,
): FastifyReply {
  if (compressed.size > 0) addVary(reply, 'Accept-Encoding');
  if (respondIfUnchanged(request, reply, etag)) return reply;
  reply.type(contentType);
  for (const encoding of acceptedCompressions(request)) {
    const body = compressed.get(encoding);
    if (body !== undefined) return reply.header('content-encoding', encoding).send(body);
  }
  return reply.send(plain);
}

const compressionsOf = cacheByText((acceptEncoding: string | undefined): readonly Compression[] => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...COMPRESSIONS]);
  return COMPRESSIONS.filter((compression) => accepted.includes(compression));
});

/** The compressions that a client accepts (RFC 9110 §12.5.3), the smallest result first. */
export function acceptedCompressions({ headers }: FastifyRequest): readonly Compression[] {
  return compressionsOf(headers['accept-encoding']?.toString());
}

/** A weak entity tag (RFC 9110 §8.8.3). */
export function weakTag(text: string): string {
  return `W/"${text}"`;
}

/**
 * Sets the entity tag, and responds with 304 if the client's If-None-Match has it, by weak comparison (RFC 9110 §13.1.2).
 *
 * @returns whether it responded
 */
export function respondIfUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  const isSame = known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
  if (isSame) reply.code(304).send();
  return isSame;
}

/** Adds a field to the Vary header. */
export function addVary(reply: FastifyReply, field: string): void {
  const fields = reply.getHeader('vary');
  reply.header('vary', fields === undefined ? field : `${String(fields)}, ${field}`);
}
