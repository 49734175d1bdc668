import { boardsText } from '../boards/boards-messages.ts';
import { boardText } from './board-messages.ts';
import type { BoardSummary } from './board-summary.ts';

function notesText(count: number, done: number): string {
  if (done > 0 && done === count) return boardText('allDone', { count });
  const notes = boardText('notes', { count });
  return done > 0 ? boardText('notesDone', { notes, done }) : notes;
}

/** How much is on a board, in words; done notes only where there are some. */
export function summaryText({ notes, done, members }: BoardSummary): string {
  return `${notesText(notes, done)} · ${boardsText('sharedWith', { count: members })}`;
}
