import { useEffect, useRef, useState } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { Note } from '../notes/note.ts';
import type { NotesError } from '../notes/notes-error.ts';
import { boardText } from './board-messages.ts';
import { asNotesError } from './use-notes.ts';

interface DeletedNoteProps {
  readonly note: Note;
  /** Brings the note back; what it is rejected with is shown here. */
  readonly onUndo: () => Promise<void>;
}

/** Says that a note was deleted, and brings it back. Takes the focus that its button had. */
export function DeletedNote({ note, onUndo }: DeletedNoteProps) {
  const undo = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<NotesError | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    undo.current?.focus();
  }, []);

  async function restore(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await onUndo();
    } catch (error) {
      setFailure(asNotesError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {failure && (
        <Alert>
          <p>{failure.message}</p>
        </Alert>
      )}
      <Alert tone="info">
        <div className="atrium-row atrium-row-apart">
          <span>{boardText('deleted', { title: note.title })}</span>
          <Button busy={busy} className="atrium-button-small" onClick={() => void restore()} ref={undo}>
            {boardText('undo')}
          </Button>
        </div>
      </Alert>
    </>
  );
}
