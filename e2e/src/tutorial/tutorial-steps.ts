import { fencedBlocks, type FencedBlock } from '../../../tools/docs/fenced-blocks.ts';
import { readBrowserStep, type BrowserStep } from './browser-steps.ts';

/** A step of the tutorial. */
type TutorialStep =
  | {
      readonly does: 'run';
      readonly command: string;
      /** The reader's own terminal, or one in the folder of the repository. */
      readonly where: 'own' | 'repository';
      /** Whether the command runs until the end of the tutorial. */
      readonly keepsRunning: boolean;
      /** The lines that it must print. `…` stands for any text. */
      readonly prints: readonly string[];
    }
  | { readonly does: 'write'; readonly file: string; readonly content: string }
  | { readonly does: 'change'; readonly file: string; readonly difference: string }
  | { readonly does: 'browse'; readonly steps: readonly BrowserStep[] };

/** A step and its position in the tutorial. */
export type PlacedStep = TutorialStep & {
  /** The line in the Markdown text, counted from 1. */
  readonly line: number;
};

/** The tutorial contains a block that cannot be run. */
class TutorialTextError extends Error {
  override readonly name = 'TutorialTextError';
}

/**
 * Reads the steps of a tutorial from its fenced blocks: `sh` (with `in-repository` or `keeps-running`) is run, and a `text`
 * block after it is its output. A block with a file name is written to that file, and a `diff` with one changes it.
 * `steps` are performed in the browser.
 *
 * @throws TutorialTextError
 */
export function tutorialSteps(markdown: string): readonly PlacedStep[] {
  const blocks = fencedBlocks(markdown);
  return blocks.flatMap((block, index) => {
    if (block.language === 'text') {
      if (blocks[index - 1]?.language !== 'sh') throw wrong(block, 'a text block must follow the command that prints it');
      return [];
    }
    return [{ ...stepOf(block, blocks[index + 1]), line: block.line }];
  });
}

function stepOf(block: FencedBlock, next: FencedBlock | undefined): TutorialStep {
  const { language, words, content } = block;
  if (language === 'sh') {
    const unknown = words.filter((word) => word !== 'in-repository' && word !== 'keeps-running');
    if (unknown.length > 0) throw wrong(block, `"${unknown.join(' ')}" is unknown`);
    return {
      does: 'run',
      command: content,
      where: words.includes('in-repository') ? 'repository' : 'own',
      keepsRunning: words.includes('keeps-running'),
      prints: next?.language === 'text' ? next.content.trimEnd().split('\n') : [],
    };
  }
  if (language === 'steps') {
    return { does: 'browse', steps: content.trimEnd().split('\n').map((sentence) => readBrowserStep(sentence) ?? fail(wrong(block, `"${sentence}" is not a step`))) };
  }
  const [file, ...rest] = words;
  if (file === undefined || rest.length > 0) throw wrong(block, 'it needs exactly one word, the name of its file');
  return language === 'diff' ? { does: 'change', file, difference: content } : { does: 'write', file, content };
}

function wrong({ language, line }: FencedBlock, what: string): TutorialTextError {
  return new TutorialTextError(`The block "${language}" in line ${line}: ${what}.`);
}

function fail(error: Error): never {
  throw error;
}
