import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ReleaseStore } from '@atrium/releases/release-store';
import type { Layer } from './budgets.ts';
import { sourceBytes } from './source-bytes.ts';

const compress = promisify(brotliCompress);

/** Bytes after brotli, by layer. */
export type LayerSizes = ReadonlyMap<Layer, number>;

/** Sources that mean the same in every file. The first that matches counts. */
const KNOWN_SOURCES: readonly (readonly [RegExp, Layer])[] = [
  // A bundler's own code has no source, or one that it made up.
  [/^$|^webpack:\/\/[^/]*\/(?:webpack|external|\.\/node_modules\/\.federation)|\/@module-federation\//, 'federation'],
  [/\/releases\/src\/|\/shell\/src\/federation\//, 'federation'],
  [/\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)\/|\/router-facade\.ts$/, 'react'],
];

/**
 * Finds out what each layer weighs in the files that a load asked for.
 * A file's compressed size is shared out by the raw bytes of each source in it: compression has no other borders.
 */
export async function layerSizes(files: readonly string[], store: ReleaseStore, site: string): Promise<LayerSizes> {
  const sizes = new Map<Layer, number>();
  const add = (layer: Layer, bytes: number) => sizes.set(layer, (sizes.get(layer) ?? 0) + bytes);
  for (const file of files) {
    const [, name, release, path] = /^\/releases\/([^/]+)\/([^/]+)\/(.+)$/.exec(file) ?? [];
    if (!name || !release || !path) {
      add(file.startsWith('/api/') ? 'sign-in' : 'document', await answerSize(site + file));
      continue;
    }
    const size = (await store.releaseFile(name, release, path, ['br']))?.content.length ?? 0;
    if (!path.endsWith('.js')) {
      add('styles', size);
      continue;
    }
    const sources = await sourcesOf(store, name, release, path);
    const whole = [...sources.values()].reduce((total, bytes) => total + bytes, 0);
    for (const [source, bytes] of sources) add(layerOf(name, source), (size * bytes) / whole);
  }
  return sizes;
}

async function answerSize(address: string): Promise<number> {
  const body = Buffer.from(await (await fetch(address, { headers: { accept: 'text/html, */*' } })).arrayBuffer());
  return Math.min(body.length, (await compress(body)).length);
}

async function sourcesOf(store: ReleaseStore, name: string, release: string, path: string): Promise<Map<string, number>> {
  const [code, map] = await Promise.all(
    [path, `${path}.map`].map(async (wanted) => (await store.releaseFile(name, release, wanted))?.content.toString()),
  );
  if (code === undefined || map === undefined) throw new Error(`${path} of ${name}, or its source map, is not in the store.`);
  return sourceBytes(code, map);
}

function layerOf(release: string, source: string): Layer {
  // The shell's sources are named from its own folder.
  const place = source.replace(/^webpack:\/\/[^/]*\/\.\/src\//, `/${release}/src/`);
  const known = KNOWN_SOURCES.find(([pattern]) => pattern.test(place));
  if (known) return known[1];
  switch (release) {
    case 'shell':
      // What the shell validates is the release set.
      return place.includes('/node_modules/valibot/') ? 'federation' : 'shell';
    case 'auth':
      return 'sign-in';
    default:
      return 'page';
  }
}
