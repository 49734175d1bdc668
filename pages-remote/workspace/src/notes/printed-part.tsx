import type { NotesList } from './notes-list.ts';
import { notesText } from './notes-messages.ts';
import { usePrinting } from './use-printing.ts';

/** Says on paper that these are not all notes of the board; on screen the next ones come by themselves. */
export function PrintedPart({ list: { notes, total } }: { readonly list: NotesList }) {
  return usePrinting() && notes.length < total && <p>{notesText('printedPart', { count: notes.length, total })}</p>;
}
