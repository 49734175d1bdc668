import { language } from '@atrium/page-kit/messages';
import type { Note } from './note.ts';
import { notesText } from './notes-messages.ts';

let timeFormat: Intl.DateTimeFormat | null = null;

/** A time in the language of the page. One format for all notes: to make one takes longer than to draw a note. */
function formatted(time: string): string {
  timeFormat ??= new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  return timeFormat.format(new Date(time));
}

interface NoteTimeProps {
  readonly note: Note;
  /** Name of who wrote it; null where only one person writes. */
  readonly author: string | null;
  /** Whether the time is that of the last change of any kind. */
  readonly showsChange: boolean;
}

/** When a note was written or last changed, and, where several people write, by whom it was begun. */
export function NoteTime({ note, author, showsChange }: NoteTimeProps) {
  const isChange = showsChange && note.updated_at !== note.created_at;
  const at = isChange ? note.updated_at : note.created_at;
  const time = formatted(at);
  const text = author === null ? (isChange ? notesText('changedAt', { time }) : time) : notesText(isChange ? 'byChanged' : 'by', { name: author, time });
  return (
    <time className="atrium-muted atrium-small" dateTime={at}>
      {text}
    </time>
  );
}
