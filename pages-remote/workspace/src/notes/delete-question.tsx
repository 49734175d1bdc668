import { AlertDialog } from '@atrium/page-kit/primitives';
import type { Note } from './note.ts';
import { notesText } from './notes-messages.ts';

interface DeleteQuestionProps {
  readonly note: Note;
  readonly onDelete: () => void;
  readonly onKeep: () => void;
}

/** Asks before a note goes with its files, which nobody can bring back. */
export function DeleteQuestion({ note, onDelete, onKeep }: DeleteQuestionProps) {
  return (
    <AlertDialog
      cancel={notesText('keep')}
      confirm={notesText('deleteForGood')}
      description={notesText('deleteAdvice')}
      onCancel={onKeep}
      onConfirm={onDelete}
      open
      title={notesText('askDelete', { title: note.title })}
    />
  );
}
