import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import * as v from 'valibot';

/** Names of files go into messages, and a release can come from anyone with a token. */
const FILE_NAME = /^[\w@.,+()[\]$/ -]{1,300}$/;

/** A place in a file of a release: `remote/release/file:line:column`. */
const PLACE = /^([^/]+)\/([^/]+)\/(.+):(\d+):(\d+)$/;

const mapSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.number(),
    mappings: v.string(),
    names: v.array(v.string()),
    sources: v.array(v.string()),
    sourcesContent: v.array(v.nullable(v.string())),
  }),
);

/** A place in a source file. */
export interface SourcePlace {
  /** Relative to the folder of the build. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The content of the file; null if the map does not have it. */
  readonly content: string | null;
}

/**
 * Finds the source of a place in a built script.
 *
 * @param map the script's source map (ECMA-426), by webpack
 * @param line counted from 1, like the column
 * @returns null if the map is damaged, or the place has no source
 */
export function sourcePlace(map: string, line: number, column: number): SourcePlace | null {
  const parsed = v.safeParse(mapSchema, map);
  if (!parsed.success) return null;
  const { sources, sourcesContent, ...rest } = parsed.output;
  const origin = originAt({ ...rest, sources, file: '', sourceRoot: '', sourcesContent: sourcesContent.map((content) => content ?? '') }, line - 1, column - 1);
  if (origin === null) return null;
  // webpack://atrium-orders-…/./src/list.tsx?1a2b
  const file = origin.originalSource.replace(/^webpack:\/\/[^/]*\/(?:\.\/)?/, '').replace(/\?.*$/, '');
  if (!FILE_NAME.test(file)) return null;
  return { file, line: origin.originalLine + 1, content: sourcesContent[sources.indexOf(origin.originalSource)] ?? null };
}

/** Reads a file of a release; null if there is none. */
type ReadReleaseFile = (name: string, release: string, path: string) => Promise<{ readonly content: Buffer } | null>;

/**
 * Finds the source of a place in a release, by the source map that is stored with it.
 *
 * @param place `remote/release/file:line:column`
 * @returns null if the release or its map is gone, or the place has no source
 */
export async function placeInSources(place: string, readFile: ReadReleaseFile): Promise<SourcePlace | null> {
  const [, name = '', release = '', path = '', line, column] = PLACE.exec(place) ?? [];
  const map = await readFile(name, release, `${path}.map`);
  return map && sourcePlace(map.content.toString('utf8'), Number(line), Number(column));
}

/** Whether a source is of a library, of webpack or of page-kit: it says nothing to the team of a page module. */
export function isLibrary({ file }: Pick<SourcePlace, 'file'>): boolean {
  return /^(?:\.\.\/|node_modules\/|webpack\/)/.test(file);
}

function originAt(map: SourceMapPayload, line: number, column: number): SourceMapping | null {
  try {
    const entry = new SourceMap(map).findEntry(line, column);
    return 'originalSource' in entry ? entry : null;
  } catch {
    return null; // Its mappings are damaged.
  }
}
