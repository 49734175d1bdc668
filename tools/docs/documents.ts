import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../repository/repository.ts';
import { fencedBlocks, type FencedBlock } from './fenced-blocks.ts';

/** A page of the documentation. */
export interface Document {
  /** Its path relative to the root folder, with slashes. */
  readonly file: string;
  readonly text: string;
  readonly blocks: readonly FencedBlock[];
}

/** The folder that `npm run reference` writes from docstrings, which have checks of their own. */
export const GENERATED = 'docs/reference/page-kit/';

/** Reads README.md, CONTRIBUTING.md and the pages below docs, except the generated ones. */
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

/** A line that reports a fault in a block. @param below line of the block's content, counted from 0 */
export function blockFault({ file }: Document, block: FencedBlock, fault: string, below = 0): string {
  return `${file}:${block.line + below}: ${fault}`;
}
