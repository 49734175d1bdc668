import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const templateFolder = fileURLToPath(new URL('../../../templates/page-module/', import.meta.url));

/** A place for a value, in a path or a text: `__name__`. */
const place = /__([A-Za-z@][A-Za-z0-9@/.-]*)__/g;

/** A file of a new module. */
export interface ModuleFile {
  /** Below the module's folder, with slashes. */
  readonly path: string;
  readonly content: string;
}

/**
 * Fills the template of a page module: every `__key__` in the names and the texts of its files becomes the value of that
 * key. `__dot__` stands for the dot of a file such as `.gitignore`, which npm would leave out of a package.
 *
 * @throws Error for a key without a value, which is a defect of the template
 */
export async function fillTemplate(values: ReadonlyMap<string, string>): Promise<readonly ModuleFile[]> {
  const fill = (text: string): string =>
    text.replace(place, (_, key: string) => {
      const value = key === 'dot' ? '.' : values.get(key);
      if (value === undefined) throw new Error(`The template of a page module has a place __${key}__, for which there is no value.`);
      return value;
    });
  const entries = await readdir(templateFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort();
  return Promise.all(
    files.map(async (file) => ({
      path: fill(path.relative(templateFolder, file).replaceAll(path.sep, '/')),
      content: fill(await readFile(file, 'utf8')),
    })),
  );
}
