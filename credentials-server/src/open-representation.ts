import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';
import { entityTag, type Representation } from './representation.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A text that is compressed once, and that each answer ends in its own way. */
export interface OpenRepresentation extends Pick<Representation, 'contentType' | 'etag' | 'plain'> {
  /** Up to a byte boundary, where more may follow. */
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  readonly crc: number;
}

/** Prepares a text for {@link ended}. */
export async function representOpen(contentType: string, text: string): Promise<OpenRepresentation> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([
    brotli(plain, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    zip(plain, { finishFlush: constants.Z_SYNC_FLUSH }),
  ]);
  return { contentType, etag: entityTag(plain), plain, brotli: br, gzip: gz, crc: crc32(plain) };
}

/**
 * The text with an end, which is added to what is compressed already, as an uncompressed block. The entity tag is that of
 * the text alone: it is weak, and the same text with another end is as good.
 *
 * @param text from 1 to 65,535 bytes: what one block of each format holds
 */
export function ended({ contentType, etag, plain, brotli: br, gzip: gz, crc }: OpenRepresentation, text: string): Representation {
  const end = Buffer.from(text);
  const compressed = new Map([
    ['br', Buffer.concat([br, ...brotliEnd(end)])] as const,
    ['gzip', Buffer.concat([gz, ...gzipEnd(end, plain, crc)])] as const,
  ]);
  return { contentType, etag, plain: Buffer.concat([plain, end]), compressed };
}

/** A meta-block that is not compressed, and an empty last one (RFC 7932 §9.2). */
function brotliEnd(end: Buffer): Buffer[] {
  const header = Buffer.alloc(3);
  // From the lowest bit: not the last, a length of 16 bits, that length less one, and that it is not compressed.
  header.writeUIntLE(((end.length - 1) << 3) | (1 << 19), 0, 3);
  return [header, end, Buffer.from([0b11])];
}

/** A last block that is not compressed (RFC 1951 §3.2.4), and the trailer with checksum and length (RFC 1952 §2.3.1). */
function gzipEnd(end: Buffer, before: Buffer, crc: number): Buffer[] {
  const header = Buffer.alloc(5);
  header.writeUInt8(1, 0);
  header.writeUInt16LE(end.length, 1);
  header.writeUInt16LE(0xffff ^ end.length, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, crc), 0);
  trailer.writeUInt32LE(before.length + end.length, 4);
  return [header, end, trailer];
}
