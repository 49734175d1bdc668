import { Check } from 'lucide-react';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface AddedNoteProps {
  readonly title: string;
  /** Leads to the note; null where the list does not show it. */
  readonly onShow: (() => void) | null;
}

/** Says beside the form that a note is on the board, which may be out of sight. It is announced elsewhere. */
export function AddedNote({ title, onShow }: AddedNoteProps) {
  return (
    <div className={classes['added']}>
      <p>
        <Check aria-hidden="true" size={14} /> {notesText('onBoard')}
      </p>
      {onShow ? (
        <button dir="auto" onClick={onShow} type="button">
          <span className="atrium-visually-hidden">{notesText('view')}</span> {title}
        </button>
      ) : (
        <p dir="auto">{title}</p>
      )}
    </div>
  );
}
