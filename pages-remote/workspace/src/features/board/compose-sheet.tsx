import { Dialog } from '@atrium/page-kit/primitives';
import { NewNoteForm, type NewNoteFormProps } from '../notes/new-note.tsx';
import { notesText } from '../notes/notes-messages.ts';
import classes from './compose.module.css';

/** See {@link ComposeSheet}. */
export interface ComposeSheetProps extends Omit<NewNoteFormProps, 'notice' | 'onDone'> {
  readonly onOpenChange: (open: boolean) => void;
}

/** The form for a new note and its files, in a dialog, which narrow windows show as a sheet. Closing it keeps the text and the files. */
export function ComposeSheet({ open, onOpenChange, ...rest }: ComposeSheetProps) {
  return (
    <Dialog onClose={() => onOpenChange(false)} open={open} title={notesText('addHeading')}>
      <div className={classes['sheet']}>
        <NewNoteForm {...rest} onDone={() => onOpenChange(false)} open />
      </div>
    </Dialog>
  );
}
