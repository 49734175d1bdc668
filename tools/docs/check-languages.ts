import { blockTrouble } from './block-trouble.ts';
import type { Document } from './documents.ts';

/** Languages of blocks that a check of this folder, or the tutorial's test, compiles, parses or runs. */
const checked: ReadonlySet<string> = new Set(['ts', 'tsx', 'diff', 'sh', 'sql', 'json', 'jsonc', 'yaml', 'steps']);

/** Languages of blocks that are read only: what a command prints, drawings, and settings of programs that are not ours. */
const shown: ReadonlySet<string> = new Set(['text', 'mermaid', 'nginx', 'css']);

/** Blocks in a language that nobody checks, in lines. */
export function checkLanguages(documents: readonly Document[]): readonly string[] {
  return documents.flatMap((document) =>
    document.blocks
      .filter(({ language }) => !checked.has(language) && !shown.has(language))
      .map((block) => blockTrouble(document, block, `nothing checks a block of the language "${block.language}": name one that is checked`)),
  );
}
