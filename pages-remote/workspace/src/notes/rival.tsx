import { Alert } from '@atrium/page-kit/ui';
import type { NoteText } from './note.ts';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** What is stored by now, beside what the person writes; null where the note was deleted. */
export function Rival({ stored }: { readonly stored: NoteText | null }) {
  if (!stored) {
    return (
      <Alert>
        <p>{notesText('gone')}</p>
      </Alert>
    );
  }
  return (
    <Alert>
      <p>{notesText('changed')}</p>
      <blockquote className={classes['rival']}>
        <p dir="auto">
          <strong>{stored.title}</strong>
        </p>
        <p className={classes['body']} dir="auto">{stored.body}</p>
      </blockquote>
      <p>{notesText('changedAdvice')}</p>
    </Alert>
  );
}
