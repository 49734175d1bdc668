import { boardsText } from '../boards/boards-messages.ts';
import { boardText } from './board-messages.ts';
import type { BoardSummary } from './board-summary.ts';

/** How much is on a board, in words; done notes only where there are some. */
export function summaryText({ notes, done, members }: BoardSummary): string {
  const all = boardText('notes', { count: notes });
  return `${done > 0 ? boardText('notesDone', { notes: all, done }) : all} · ${boardsText('sharedWith', { count: members })}`;
}
