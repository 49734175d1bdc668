import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Compression } from '@atrium/releases/release-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from './accepted-encodings.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this many bytes the headers of a packet weigh more than compression saves. */
const worthCompressing = 1000;

/** A text that is made once and sent many times (RFC 9110 §3.2), ready to be sent in each encoding. */
export interface Representation {
  readonly contentType: string;
  /** Weak, because it is the same for every encoding. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: ReadonlyMap<Compression, Buffer>;
}

/** Prepares a text for {@link sendRepresentation}. */
export async function represent(contentType: string, text: string): Promise<Representation> {
  const plain = Buffer.from(text);
  const compressed = new Map<Compression, Buffer>();
  if (plain.length >= worthCompressing) {
    const [br, gz] = await Promise.all([brotli(plain), zip(plain)]);
    compressed.set('br', br).set('gzip', gz);
  }
  const etag = weakTag(createHash('sha256').update(plain).digest('base64url').slice(0, 27));
  return { contentType, etag, plain, compressed };
}

/** A weak entity tag (RFC 9110 §8.8.3). */
export function weakTag(text: string): string {
  return `W/"${text}"`;
}

/** Sends a representation, or 304 where the client has it. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, etag, plain, compressed }: Representation,
): FastifyReply {
  if (compressed.size > 0) addVary(reply, 'Accept-Encoding');
  if (answersUnchanged(request, reply, etag)) return reply;
  reply.type(contentType);
  for (const encoding of acceptedEncodings(request.headers['accept-encoding'])) {
    const body = compressed.get(encoding);
    if (body !== undefined) return reply.header('content-encoding', encoding).send(body);
  }
  return reply.send(plain);
}

/**
 * Sets the entity tag, and answers 304 if the client's If-None-Match has it, by weak comparison (RFC 9110 §13.1.2).
 *
 * @returns whether it answered
 */
export function answersUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const known = String(request.headers['if-none-match'] ?? '');
  const opaque = etag.replace(/^W\//, '');
  const same = known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
  if (same) reply.code(304).send();
  return same;
}

/** Adds a field to the Vary header. */
export function addVary(reply: FastifyReply, field: string): void {
  const fields = reply.getHeader('vary');
  reply.header('vary', fields === undefined ? field : `${String(fields)}, ${field}`);
}
