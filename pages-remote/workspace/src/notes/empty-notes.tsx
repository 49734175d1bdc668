import { NotebookPen, SearchX } from 'lucide-react';
import { Button } from '@atrium/page-kit/ui';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface EmptyNotesProps {
  /** Whether the view shows all notes of the board: then there are none. */
  readonly all: boolean;
  readonly onShowAll: () => void;
}

/** Stands where no note is shown, and says what to do. */
export function EmptyNotes({ all, onShowAll }: EmptyNotesProps) {
  return (
    <div className={classes['empty']}>
      {all ? <NotebookPen aria-hidden="true" className={classes['emptyIcon']} size={32} /> : <SearchX aria-hidden="true" className={classes['emptyIcon']} size={32} />}
      <h2>{notesText(all ? 'empty' : 'noMatch')}</h2>
      <p className="atrium-muted">{notesText(all ? 'emptyAdvice' : 'noMatchAdvice')}</p>
      {!all && (
        <div>
          <Button onClick={onShowAll}>{notesText('showAll')}</Button>
        </div>
      )}
    </div>
  );
}
