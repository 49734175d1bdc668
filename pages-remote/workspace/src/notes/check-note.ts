import { BODY_LENGTH, type NoteText, TITLE_LENGTH } from './note.ts';
import { notesText } from './notes-messages.ts';

/** What is wrong with a text before it is sent. */
export interface NoteErrors {
  readonly title?: string;
  readonly body?: string;
}

/** Checks what the table would refuse. */
export function checkNote({ title, body }: NoteText): NoteErrors {
  const titleError = checkTitle(title.trim());
  const bodyLength = lengthOf(body);
  return {
    ...(titleError !== null && { title: titleError }),
    ...(bodyLength > BODY_LENGTH && { body: notesText('bodyTooLong', { limit: BODY_LENGTH, length: bodyLength }) }),
  };
}

function checkTitle(title: string): string | null {
  if (title === '') return notesText('titleMissing');
  const length = lengthOf(title);
  return length > TITLE_LENGTH ? notesText('titleTooLong', { limit: TITLE_LENGTH, length }) : null;
}

/** Counts as the database does: a character outside the basic plane is one. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
