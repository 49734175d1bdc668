import { isGenerated, repositoryFiles } from '../repository/repository.ts';
import type { Document } from './documents.ts';
import { withoutBlocks } from './fenced-blocks.ts';

const CODE = /`([^`\n]+)`/g;

/** Code that consists of names with slashes between them. A name may contain a {@link PLACEHOLDER}. */
const PATH = /^(?:\.\/)?[\w@.…*-]+(?:\/[\w@.…*-]+)*\/?$/;

/** A placeholder for any part of a name. */
const PLACEHOLDER = /…|\*|\bTAG\b/;

/** A name with the extension of a kind of file that the repository contains. */
const FILE_NAME = /[\w…]\.(?:[cm]?[jt]sx?|css|html|jsonc?|md|png|sql|svg|toml|ya?ml)$/;

/** Files of modules that pages mention and no block of the documentation contains. */
const FILES_OF_MODULES: ReadonlySet<string> = new Set([
  // Page contract 1 had them.
  'facts.ts',
  'src/facts.ts',
  // An example.
  'supabase/functions/orders-export/index.ts',
]);

/**
 * Finds names of files and folders, written as code, that do not exist. A name may leave out the folders before it, and
 * may belong to the files of a module: those of the template, or the blocks of the documentation.
 * @returns a line for each
 */
export async function checkFileNames(documents: readonly Document[]): Promise<readonly string[]> {
  const files = (await repositoryFiles()).map((file) => file.replaceAll('__dot__', '.'));
  const inBlocks = documents.flatMap(({ blocks }) => blocks.flatMap(({ words }) => words));
  const known = new Set([...files, ...inBlocks].flatMap(endingsOf));
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
  return documents.flatMap(({ file, text }) => {
    const names = [...withoutBlocks(text).matchAll(CODE)].map(([, code = '']) => code).filter((code) => PATH.test(code));
    return names.flatMap((code) => {
      const name = code.replace(/^\.\/|\/$/g, '');
      const isName = FILE_NAME.test(name) || (name.includes('/') && folders.has(name.split('/')[0]));
      if (!isName || isGenerated(name) || FILES_OF_MODULES.has(name) || known.has(name)) return [];
      const fits = PLACEHOLDER.test(name) && [...known].some((ending) => patternOf(name).test(ending));
      return fits ? [] : [`${file}: the file or folder ${code} does not exist`];
    });
  });
}

/** A file and the folders above it, each as a path and as every ending of that path. */
function endingsOf(file: string): readonly string[] {
  const names = file.split('/');
  return names.flatMap((_first, from) => names.slice(from).map((_last, length) => names.slice(from, from + length + 1).join('/')));
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.split(PLACEHOLDER).map((part) => part.replaceAll('.', '\\.')).join('[^/]+')}$`);
}
