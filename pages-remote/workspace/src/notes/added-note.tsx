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
        <Check aria-hidden="true" size={14} /> {notesText('onBoard', { title })}
      </p>
      {onShow && (
        <button onClick={onShow} type="button">
          {notesText('show')} <span className="atrium-visually-hidden">{title}</span>
        </button>
      )}
    </div>
  );
}
