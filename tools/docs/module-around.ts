import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../repository/repository.ts';
import { applyDifference, DifferenceError } from './apply-difference.ts';
import { blockTrouble } from './block-trouble.ts';
import type { Document } from './documents.ts';

/** Below the repository, so that the packages that a module installs are found as in any module. */
const PLACE = path.join(ROOT, '.atrium/documentation');

const code: ReadonlySet<string> = new Set(['ts', 'tsx']);

/** The folder of a module with what a document writes into it. */
export interface ModuleAround {
  readonly folder: string;
  /** The document's files, and where in the document each begins. */
  readonly files: ReadonlyMap<string, { readonly document: Document; readonly line: number }>;
  /** Changes that do not fit, in lines. */
  readonly troubles: readonly string[];
}

/**
 * Makes the module `orders` as `atrium new` does, once for each document with code, and writes the document's blocks into
 * it: one with the name of a file to that file, a `diff` with one as a change of it, one without into a file of its own.
 */
export async function modulesAround(documents: readonly Document[]): Promise<readonly ModuleAround[]> {
  await rm(PLACE, { recursive: true, force: true });
  const fresh = path.join(PLACE, 'new');
  // The version is not asked for anywhere: nothing is installed.
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'page-kit/bin/atrium.mjs'), 'new', 'orders', '--dir', fresh, '--kit', '0.0.0'], {
    env: { PATH: process.env['PATH'] },
  });
  const coded = documents.filter(({ blocks }) => blocks.some(({ language }) => code.has(language)));
  return Promise.all(
    coded.map(async (document) => {
      const folder = path.join(PLACE, document.file.replaceAll(/\W+/g, '-'));
      await cp(fresh, folder, { recursive: true });
      return writeBlocks(document, folder);
    }),
  );
}

/** The migrations of the module that {@link modulesAround} makes. */
export async function moduleMigrations(): Promise<readonly string[]> {
  const folder = path.join(PLACE, 'new/supabase/migrations');
  return Promise.all((await readdir(folder)).sort().map((name) => readFile(path.join(folder, name), 'utf8')));
}

async function writeBlocks(document: Document, folder: string): Promise<ModuleAround> {
  const files = new Map<string, { document: Document; line: number }>();
  const troubles: string[] = [];
  for (const block of document.blocks) {
    const { language, words, line, content } = block;
    const [name = `src/line-${line}.${language}`] = words;
    const file = path.join(folder, name);
    if (language === 'diff') {
      try {
        await writeFile(file, applyDifference(await readFile(file, 'utf8'), content));
      } catch (error) {
        if (!(error instanceof DifferenceError)) throw error;
        troubles.push(blockTrouble(document, block, error.message));
      }
    }
    if (!code.has(language)) continue;
    if (files.has(file)) troubles.push(blockTrouble(document, block, `${name} was written before: change it with a diff`));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    files.set(file, { document, line });
  }
  return { folder, files, troubles };
}
