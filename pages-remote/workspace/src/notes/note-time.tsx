import { language } from '@atrium/page-kit/messages';
import type { Note } from './note.ts';
import { notesText } from './notes-messages.ts';

let timeFormat: Intl.DateTimeFormat | null = null;

/** When a note was written or last changed, and, where several people write, by whom it was begun. */
export function NoteTime({ note, author }: { readonly note: Note; readonly author: string | null }) {
  const edited = note.updated_at !== note.created_at;
  // One for all notes: to make one takes longer than to draw a note.
  timeFormat ??= new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  const time = timeFormat.format(new Date(note.updated_at));
  const text = author === null ? (edited ? notesText('editedBy', { time }) : time) : notesText(edited ? 'byEdited' : 'by', { name: author, time });
  return (
    <time className="atrium-muted atrium-small" dateTime={note.updated_at}>
      {text}
    </time>
  );
}
