import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { liveFolder, liveManifest } from './releases/release-folder.ts';

const sourceMapSchema = v.object({ sources: v.array(v.string()) });

/** Where a piece of shipped code came from: a package, or a file of this repository. */
export interface ShippedSource {
  readonly package: string | null;
  readonly file: string;
}

/** The sources of all scripts and style sheets of a remote's live release, by their source maps. */
export async function shippedSources(releases: string, name: string): Promise<ShippedSource[]> {
  const [folder, { files }] = await Promise.all([liveFolder(releases, name), liveManifest(releases, name)]);
  const maps = Object.keys(files).filter((file) => file.endsWith('.map'));
  const sources = await Promise.all(
    maps.map(async (map) => v.parse(sourceMapSchema, JSON.parse(await readFile(path.join(folder, map), 'utf8'))).sources),
  );
  return sources.flat().map((source) => {
    const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(source);
    return inPackage ? { package: inPackage[1] ?? null, file: inPackage[2] ?? '' } : { package: null, file: source.replace(/^webpack:\/\/[^/]*\//, '') };
  });
}
