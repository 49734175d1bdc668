import { deflateSync } from 'node:zlib';

/** A file for a file input. */
export interface ImageFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  /** A small picture of it, as a data URL. */
  readonly thumbnail?: string;
}

/** A shape in a picture, in pixels. With half of its width as radius, a square is a circle. */
export interface Shape {
  /** Red, green and blue, from 0 to 255. */
  readonly color: readonly [number, number, number];
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Of its corners. */
  readonly radius?: number;
}

interface PngOptions {
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Each covers those before it. */
  readonly shapes?: readonly Shape[];
}

/** A real PNG: shapes on a ground of one colour. */
export function pngFile(name: string, { width = 40, height = 60, shapes = [] }: PngOptions = {}): ImageFile {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits each of red, green and blue (PNG, section 11.2.2).
  header.set([8, 2], 8);
  const lines = Array.from({ length: height }, () => Buffer.alloc(width * 3, Buffer.from([11, 107, 91])));
  for (const shape of shapes) paint(lines, shape);
  // Each line begins with the number of its filter: none.
  const data = Buffer.concat(lines.flatMap((line) => [Buffer.from([0]), line]));
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(data)), chunk('IEND', Buffer.alloc(0))];
  return { name, mimeType: 'image/png', buffer: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]) };
}

function paint(lines: readonly Buffer[], { color, left, top, width, height, radius = 0 }: Shape): void {
  for (const [index, line] of lines.slice(top, top + height).entries()) {
    // How far the line is into the rounded corners, and how much of its ends they cut off.
    const depth = Math.max(0, radius - Math.min(index, height - 1 - index) - 0.5);
    const inset = Math.round(radius - Math.sqrt(radius ** 2 - depth ** 2));
    line.fill(Buffer.from(color), (left + inset) * 3, (left + width - inset) * 3);
  }
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
