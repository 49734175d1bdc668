/** A fenced block of code in a Markdown text. */
export interface FencedBlock {
  /** First word of its info string, such as `ts`; empty if it has none. */
  readonly language: string;
  /** The other words of its info string. */
  readonly words: readonly string[];
  /** Line of its content's first line in the text, counted from 1. */
  readonly line: number;
  /** Its content, without the indentation of the fence; ends with a line break unless it is empty. */
  readonly content: string;
}

/** A block has no closing fence. */
export class OpenFenceError extends Error {
  override readonly name = 'OpenFenceError';

  constructor(line: number) {
    super(`The block that starts in line ${line} is not closed.`);
  }
}

const FENCE = /^( *)(`{3,}|~{3,})([^`]*)$/;

/** Reads the fenced blocks of a Markdown text in order (CommonMark 0.31, section 4.5). @throws OpenFenceError */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const lines = markdown.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const [, indent = '', marks = '', info = ''] = FENCE.exec(lines[index] ?? '') ?? [];
    if (marks === '') continue;
    const start = index + 1;
    const closing = new RegExp(`^ *${marks[0]}{${marks.length},} *$`);
    const length = lines.slice(start).findIndex((line) => closing.test(line));
    if (length < 0) throw new OpenFenceError(start);
    const [language = '', ...words] = info.trim().split(/\s+/);
    const content = lines.slice(start, start + length).map((line) => `${withoutIndent(line, indent.length)}\n`);
    blocks.push({ language, words, line: start + 1, content: content.join('') });
    index = start + length;
  }
  return blocks;
}

/** A Markdown text without its fenced blocks. */
export function withoutBlocks(markdown: string): string {
  return markdown.replaceAll(/^( *)(`{3,}).*$[\s\S]*?^ *\2 *$/gm, '');
}

function withoutIndent(line: string, width: number): string {
  const own = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(own, width));
}
