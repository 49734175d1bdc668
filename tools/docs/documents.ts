import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../repository/repository.ts';
import { fencedBlocks, type FencedBlock } from './fenced-blocks.ts';

/** A page of the documentation. */
export interface Document {
  /** Its path in the repository, with slashes. */
  readonly file: string;
  readonly text: string;
  readonly blocks: readonly FencedBlock[];
}

/** Where `npm run reference` writes; what is there comes from docstrings, which have their own checks. */
export const GENERATED = 'docs/reference/page-kit/';

/** Reads README.md and everything below docs, but what is generated. */
export async function readDocuments(): Promise<readonly Document[]> {
  const below = (await readdir(path.join(ROOT, 'docs'), { recursive: true })).map((name) => `docs/${name.replaceAll(path.sep, '/')}`);
  const files = ['README.md', 'CONTRIBUTING.md', ...below.filter((name) => name.endsWith('.md') && !name.startsWith(GENERATED)).sort()];
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(ROOT, file), 'utf8');
      return { file, text, blocks: fencedBlocks(text) };
    }),
  );
}
