import { fencedBlocks, type FencedBlock } from '../../../tools/docs/fenced-blocks.ts';
import { readBrowserStep, type BrowserStep } from './browser-steps.ts';

/** Something that the tutorial has its reader do. */
export type TutorialStep =
  | {
      readonly does: 'run';
      readonly command: string;
      /** Whose terminal: the reader's own, or one in the folder of the repository. */
      readonly where: 'own' | 'repository';
      /** Whether the command goes on until the tutorial is over. */
      readonly keepsRunning: boolean;
      /** What it is said to print, in lines; `…` stands for anything. */
      readonly prints: readonly string[];
    }
  | { readonly does: 'write'; readonly file: string; readonly content: string }
  | { readonly does: 'change'; readonly file: string; readonly difference: string }
  | { readonly does: 'browse'; readonly steps: readonly BrowserStep[] };

/** A step, and where it stands in the tutorial. */
export type PlacedStep = TutorialStep & {
  /** Line in the Markdown text, counted from 1. */
  readonly line: number;
};

/** The tutorial has a block that its reader could not follow, or that no runner knows. */
export class TutorialTextError extends Error {
  override readonly name = 'TutorialTextError';
}

/**
 * Reads what a tutorial has its reader do, from its fenced blocks:
 * `sh` (with `in-repository`, `keeps-running`) is run, and a `text` behind it is what it prints; a block with the name of
 * a file is written to it, and a `diff` with one changes it; `steps` are done in the browser.
 *
 * @throws TutorialTextError
 */
export function tutorialSteps(markdown: string): readonly PlacedStep[] {
  const blocks = fencedBlocks(markdown);
  return blocks.flatMap((block, index) => {
    if (block.language === 'text') {
      if (blocks[index - 1]?.language !== 'sh') throw wrong(block, 'a text stands behind the command that prints it');
      return [];
    }
    return [{ ...stepOf(block, blocks[index + 1]), line: block.line }];
  });
}

function stepOf(block: FencedBlock, next: FencedBlock | undefined): TutorialStep {
  const { language, words, content } = block;
  if (language === 'sh') {
    const unknown = words.filter((word) => word !== 'in-repository' && word !== 'keeps-running');
    if (unknown.length > 0) throw wrong(block, `"${unknown.join(' ')}" is not known here`);
    return {
      does: 'run',
      command: content,
      where: words.includes('in-repository') ? 'repository' : 'own',
      keepsRunning: words.includes('keeps-running'),
      prints: next?.language === 'text' ? next.content.trimEnd().split('\n') : [],
    };
  }
  if (language === 'steps') {
    return { does: 'browse', steps: content.trimEnd().split('\n').map((sentence) => readBrowserStep(sentence) ?? fail(wrong(block, `"${sentence}" is no step`))) };
  }
  const [file, ...rest] = words;
  if (file === undefined || rest.length > 0) throw wrong(block, 'it needs the name of its file, and nothing else');
  return language === 'diff' ? { does: 'change', file, difference: content } : { does: 'write', file, content };
}

function wrong({ language, line }: FencedBlock, what: string): TutorialTextError {
  return new TutorialTextError(`The block "${language}" in line ${line}: ${what}.`);
}

function fail(error: Error): never {
  throw error;
}
