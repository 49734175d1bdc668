import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isForDevelopment } from '../model/files.ts';
import type { Compression } from './release-store.ts';

const brotli = promisify(brotliCompress);

const zip = promisify(gzip);

/** Files that compression makes smaller. Pictures and fonts are already compressed. */
const COMPRESSIBLE = /\.(?:m?js|css|json|map|svg|txt)$/;

/** The suffix of a compressed copy's name. */
export const COPY_SUFFIX: Readonly<Record<Compression, string>> = { br: '.br', gzip: '.gz' };

/** How much time to spend on compression: `small` takes seconds for a large release, `fast` a hundredth of that. */
export type CompressionEffort = 'small' | 'fast';

function brotliQuality(path: string, effort: CompressionEffort): number {
  if (effort === 'fast') return constants.BROTLI_MIN_QUALITY;
  // Source maps are large and only developers fetch them, so they are not worth seconds of publishing time.
  return path.endsWith('.map') ? 5 : constants.BROTLI_MAX_QUALITY;
}

/** The compressed copies that are smaller than the file, by encoding. */
export async function compressedCopies(path: string, content: Buffer, effort: CompressionEffort = 'small'): Promise<ReadonlyMap<Compression, Buffer>> {
  const copies = new Map<Compression, Buffer>();
  // Only development servers load these files, mostly on the same machine.
  if (!COMPRESSIBLE.test(path) || isForDevelopment(path)) return copies;
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality(path, effort),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    zip(content, { level: effort === 'fast' ? constants.Z_BEST_SPEED : constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < content.length) copies.set('br', br);
  if (gz.length < content.length) copies.set('gzip', gz);
  return copies;
}
