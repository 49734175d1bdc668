import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ReleaseStore } from '@atrium/releases/stores';
import { decode } from '@jridgewell/sourcemap-codec';
import * as v from 'valibot';

const compress = promisify(brotliCompress);

/**
 * The layers of the first screen:
 * `federation`: the federation runtime, the bundler's code in each file, and the release set with the code that reads it;
 * `react`: React and the router; `shell`: frame, header and the shared components; `sign-in`: the auth remote;
 * `page`: the page module with the log-in form; `styles`: all style sheets; `document`: the HTML and the icon.
 */
export const LAYERS = ['federation', 'react', 'shell', 'sign-in', 'page', 'styles', 'document'] as const;

type Layer = (typeof LAYERS)[number];

/** The maximum size of each layer before the log-in form is usable, in bytes after Brotli. */
export const BUDGETS: Readonly<Record<Layer, number>> = {
  federation: 12_000,
  react: 70_800,
  shell: 5_700,
  'sign-in': 7_240,
  page: 4_590,
  styles: 2_930,
  document: 3_870,
};

/** Bytes after Brotli, by layer. */
export type LayerSizes = ReadonlyMap<Layer, number>;

/** Sources that belong to the same layer in every file. The first match counts. */
const KNOWN_SOURCES: readonly (readonly [RegExp, Layer])[] = [
  // The bundler's own code has no source, or an invented one.
  [/^$|^webpack:\/\/[^/]*\/(?:webpack|external|\.\/node_modules\/\.federation)|\/@module-federation\//, 'federation'],
  [/\/releases\/src\/|\/shell\/src\/federation\//, 'federation'],
  [/\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)\/|\/router-facade\.ts$/, 'react'],
];

/**
 * Measures each layer in the files of a load. A file's compressed size is divided among its sources by their raw bytes,
 * because compression does not keep them apart.
 */
export async function layerSizes(files: readonly string[], store: ReleaseStore, site: string): Promise<LayerSizes> {
  const sizes = new Map<Layer, number>();
  const add = (layer: Layer, bytes: number) => sizes.set(layer, (sizes.get(layer) ?? 0) + bytes);
  for (const file of files) {
    const [, name, release, path] = /^\/releases\/([^/]+)\/([^/]+)\/(.+)$/.exec(file) ?? [];
    if (!name || !release || !path) {
      add(file.startsWith('/api/') ? 'sign-in' : 'document', await responseSize(site + file));
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

async function responseSize(address: string): Promise<number> {
  const body = Buffer.from(await (await fetch(address, { headers: { accept: 'text/html, */*' } })).arrayBuffer());
  return Math.min(body.length, (await compress(body)).length);
}

async function sourcesOf(store: ReleaseStore, name: string, release: string, path: string): Promise<Map<string, number>> {
  const [code, map] = await Promise.all(
    [path, `${path}.map`].map(async (file) => (await store.releaseFile(name, release, file))?.content.toString()),
  );
  if (code === undefined || map === undefined) throw new Error(`${path} of ${name}, or its source map, is not in the store.`);
  return sourceBytes(code, map);
}

function layerOf(release: string, source: string): Layer {
  // The names of a remote's own sources start at its folder.
  const path = source.replace(/^webpack:\/\/[^/]*\/\.\/src\//, `/${release}/src/`);
  const known = KNOWN_SOURCES.find(([pattern]) => pattern.test(path));
  if (known) return known[1];
  switch (release) {
    case 'shell':
      // The shell uses valibot to validate the release set.
      return path.includes('/node_modules/valibot/') ? 'federation' : 'shell';
    case 'auth':
      return 'sign-in';
    default:
      return 'page';
  }
}

const sourceMapSchema = v.object({ sources: v.array(v.nullable(v.string())), mappings: v.string() });

/**
 * Counts how many bytes of a built file come from which source, by its source map (ECMA-426). Bytes without a source, such
 * as code that the bundler adds, are under the empty name.
 * @throws {v.ValiError} if the map is invalid
 */
function sourceBytes(code: string, map: string): Map<string, number> {
  const { sources, mappings } = v.parse(v.pipe(v.string(), v.parseJson(), sourceMapSchema), map);
  const bytes = new Map<string, number>();
  const add = (source: string, text: string) => bytes.set(source, (bytes.get(source) ?? 0) + Buffer.byteLength(text));
  const decoded = decode(mappings);
  for (const [index, line] of code.split('\n').entries()) {
    const segments = decoded[index] ?? [];
    let column = 0;
    let source = '';
    for (const segment of segments) {
      add(source, line.slice(column, segment[0]));
      column = segment[0];
      source = segment.length === 1 ? '' : (sources[segment[1]] ?? '');
    }
    add(source, line.slice(column));
  }
  return bytes;
}
