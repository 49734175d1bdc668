import { sourcePlace, type SourcePlace } from '../inspection/source-place.ts';

const PLACE = /^([^/]+)\/([^/]+)\/(.+):(\d+):(\d+)$/;

/** Reads a file of a release; null if there is none. */
export type ReadReleaseFile = (name: string, release: string, path: string) => Promise<{ readonly content: Buffer } | null>;

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
