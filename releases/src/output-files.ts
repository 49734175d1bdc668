import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Every file below a folder, by its path with `/`, in the order of the paths' code units: the same on every machine.
 *
 * @throws the file system's error if the folder cannot be read; Error if there is a link or a device in it, which
 *   could bring in what is not part of the build
 */
export async function readOutputFiles(directory: string): Promise<Map<string, Buffer>> {
  const paths: string[] = [];
  async function walk(prefix: string): Promise<void> {
    for (const entry of await readdir(join(directory, prefix), { withFileTypes: true })) {
      const path = `${prefix}${entry.name}`;
      if (entry.isDirectory()) await walk(`${path}/`);
      else if (entry.isFile()) paths.push(path);
      else throw new Error(`${path} is a link or a device; a build holds plain files only`);
    }
  }
  await walk('');
  paths.sort();
  const files = new Map<string, Buffer>();
  for (const path of paths) files.set(path, await readFile(join(directory, path)));
  return files;
}
