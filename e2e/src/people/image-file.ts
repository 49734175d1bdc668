import { deflateSync } from 'node:zlib';

/** A file for a file input. */
export interface ImageFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  /** A small picture of it, as a data URL. */
  readonly thumbnail?: string;
}

/** A real PNG of one colour. Width and height are in pixels. */
export function pngFile(name: string, { width = 40, height = 60 } = {}): ImageFile {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits each of red, green and blue (PNG, section 11.2.2).
  header.set([8, 2], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([11, 107, 91]))]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return { name, mimeType: 'image/png', buffer: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]) };
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(content));
  return Buffer.concat([length, content, sum]);
}

/** CRC-32 (PNG, annex D). */
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
