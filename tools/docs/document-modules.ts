import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../repository/repository.ts';
import { applyDifference, DifferenceError } from './apply-difference.ts';
import { blockFault, type Document } from './documents.ts';

/** The folder of the modules. It is inside the repository, so that they find the packages that they use. */
export const DOCUMENT_MODULES = path.join(ROOT, '.atrium/documentation');

/** Languages of code. */
const CODE: ReadonlySet<string> = new Set(['ts', 'tsx']);

/** A page module that contains the code of a document. */
export interface DocumentModule {
  readonly folder: string;
  /** The files that the document writes, and where each starts in the document. */
  readonly files: ReadonlyMap<string, { readonly document: Document; readonly line: number }>;
  /** Blocks that could not be written, as lines. */
  readonly faults: readonly string[];
}

/** The command that creates the module of a document. Without it, the module is `orders`. */
const NEW_MODULE = /^npx --yes \.\/atrium-create-page-module-\*\.tgz ([a-z-]+)(?: --kind (\w+))?$/m;

/**
 * Creates a module for each document with code, and writes the document's blocks into it.
 * A block with a file name becomes that file, a `diff` with a file name changes it, and any other block becomes a file of its own.
 */
export async function createDocumentModules(documents: readonly Document[]): Promise<readonly DocumentModule[]> {
  await rm(DOCUMENT_MODULES, { recursive: true, force: true });
  const fresh = path.join(DOCUMENT_MODULES, 'new');
  await createModule(fresh, 'orders');
  const documentsWithCode = documents.filter(({ blocks }) => blocks.some(({ language }) => CODE.has(language)));
  return Promise.all(
    documentsWithCode.map(async (document) => {
      const folder = path.join(DOCUMENT_MODULES, document.file.replaceAll(/\W+/g, '-'));
      const [, name = 'orders', kind = 'page'] = NEW_MODULE.exec(document.text) ?? [];
      if (name === 'orders' && kind === 'page') await cp(fresh, folder, { recursive: true });
      else await createModule(folder, name, kind);
      return writeBlocks(document, folder);
    }),
  );
}

async function createModule(folder: string, name: string, kind = 'page'): Promise<void> {
  // The version of the kit does not matter, because nothing is installed.
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'page-kit/bin/create-page-module.mjs'), name, '--kind', kind, '--dir', folder, '--kit', '0.0.0'], {
    env: { PATH: process.env['PATH'] },
  });
}

/** The migrations of the module that {@link createDocumentModules} creates. */
export async function moduleMigrations(): Promise<readonly string[]> {
  const folder = path.join(DOCUMENT_MODULES, 'new/supabase/migrations');
  return Promise.all((await readdir(folder)).sort().map((name) => readFile(path.join(folder, name), 'utf8')));
}

async function writeBlocks(document: Document, folder: string): Promise<DocumentModule> {
  const files = new Map<string, { document: Document; line: number }>();
  const faults: string[] = [];
  for (const block of document.blocks) {
    const { language, words, line, content } = block;
    const [name = `src/line-${line}.${language}`] = words;
    const file = path.join(folder, name);
    if (language === 'diff') {
      try {
        await writeFile(file, applyDifference(await readFile(file, 'utf8'), content));
      } catch (error) {
        if (!(error instanceof DifferenceError)) throw error;
        faults.push(blockFault(document, block, error.message));
      }
    }
    if (!CODE.has(language)) continue;
    if (files.has(file)) faults.push(blockFault(document, block, `an earlier block wrote ${name}. Change it with a diff`));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    files.set(file, { document, line });
  }
  return { folder, files, faults };
}
