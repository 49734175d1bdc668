import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isForDevelopment } from '../model/files.ts';
import type { Compression } from './release-store.ts';

const brotli = promisify(brotliCompress);

const zip = promisify(gzip);

/** Kinds of files that get smaller; pictures and fonts are compressed already. */
const compressible = /\.(?:m?js|css|json|map|svg|txt)$/;

/** What a compressed copy adds to a file's name. */
export const copySuffix: Readonly<Record<Compression, string>> = { br: '.br', gzip: '.gz' };

/** Source maps are large and only fetched by developers, so they are not worth seconds of publishing time. */
function brotliQuality(path: string): number {
  return path.endsWith('.map') ? 5 : 11;
}

/** The copies of a file that are worth keeping, by encoding: those that are smaller than the file. */
export async function compressedCopies(path: string, content: Buffer): Promise<ReadonlyMap<Compression, Buffer>> {
  const copies = new Map<Compression, Buffer>();
  // What only development servers load comes from the same machine, or once in a while.
  if (!compressible.test(path) || isForDevelopment(path)) return copies;
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality(path),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    zip(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < content.length) copies.set('br', br);
  if (gz.length < content.length) copies.set('gzip', gz);
  return copies;
}
