import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, type SitePart } from '../repository/repository.ts';

/** Files that every build depends on. */
const EVERY_BUILD = ['package-lock.json', 'tsconfig.base.json'];

/** Names that are never part of a build's input. */
const NOT_INPUT = new Set(['dist', 'node_modules', 'test', 'coverage']);

/** A hash of all that a part is built from. The same stamp means that the build would come out the same. */
export async function buildStamp(part: SitePart): Promise<string> {
  const folders = await Promise.all([part.folder, ...part.standsOn].map((folder) => filesBelow(folder)));
  const files = [...new Set([...EVERY_BUILD, ...folders.flat()])].sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(ROOT, file))));
  const hash = createHash('sha256');
  files.forEach((file, index) => hash.update(`${file}\0`).update(contents[index] ?? '').update('\0'));
  return hash.digest('hex');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter(({ name }) => !NOT_INPUT.has(name) && !/\.test\.tsx?$/.test(name))
      .map(async (entry) => {
        const place = `${folder}/${entry.name}`;
        return entry.isDirectory() ? filesBelow(place) : [place];
      }),
  );
  return files.flat();
}
