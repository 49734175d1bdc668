import type { NoteText } from './note.ts';

/** The body that has what both wrote: one's own first, then the other's, with its title where that is another one. */
export function bothTexts(mine: NoteText, theirs: NoteText): string {
  const parts = [mine.body, theirs.title === mine.title.trim() ? '' : theirs.title, theirs.body === mine.body ? '' : theirs.body];
  return parts.filter((part) => part !== '').join('\n\n');
}
