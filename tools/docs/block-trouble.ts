import type { Document } from './documents.ts';
import type { FencedBlock } from './fenced-blocks.ts';

/** A line about something wrong in a block; `below` counts lines of its content from 0. */
export function blockTrouble({ file }: Document, block: FencedBlock, what: string, below = 0): string {
  return `${file}:${block.line + below}: ${what}`;
}
