import { useEffect, useRef, useState } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { Note } from '../notes/note.ts';
import type { NotesError } from '../notes/notes-error.ts';
import { boardText } from './board-messages.ts';
import classes from './board.module.css';
import { asNotesError } from './use-notes.ts';

interface NoteItemProps {
  readonly note: Note;
  /** Takes the focus as it appears: after an edit, or as the first of a new page. */
  readonly takesFocus: boolean;
  readonly onEdit: () => void;
  /** Deletes the note; what it is rejected with is shown here. */
  readonly onDelete: () => Promise<void>;
}

/** A note to read, and what can be done with it. */
export function NoteItem({ note, takesFocus, onEdit, onDelete }: NoteItemProps) {
  const edit = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<NotesError | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (takesFocus) edit.current?.focus();
  }, [takesFocus]);

  async function remove(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await onDelete();
    } catch (error) {
      setFailure(asNotesError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <h2>{note.title}</h2>
      {note.body !== '' && <p className={classes['body']}>{note.body}</p>}
      {failure && (
        <Alert>
          <p>{failure.message}</p>
        </Alert>
      )}
      <div className="atrium-row atrium-row-apart">
        <NoteTime note={note} />
        <div className={classes['actions']}>
          <Button className="atrium-button-small" onClick={onEdit} ref={edit}>
            {boardText('edit')} <span className="atrium-visually-hidden">{note.title}</span>
          </Button>
          <Button busy={busy} className="atrium-button-small" onClick={() => void remove()}>
            {boardText('delete')} <span className="atrium-visually-hidden">{note.title}</span>
          </Button>
        </div>
      </div>
    </>
  );
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function NoteTime({ note }: { readonly note: Note }) {
  const edited = note.updated_at !== note.created_at;
  const time = timeFormat.format(new Date(note.updated_at));
  return (
    <time className="atrium-muted atrium-small" dateTime={note.updated_at}>
      {edited ? boardText('edited', { time }) : time}
    </time>
  );
}
