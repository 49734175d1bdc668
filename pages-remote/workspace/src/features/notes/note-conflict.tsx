import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@atrium/page-kit/ui';
import type { Note, NoteText } from '../../model/notes.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface ConflictProps {
  readonly mine: NoteText;
  readonly theirs: Note;
  /** The other person who wrote it; null for another tab of the user, and if it is not known. */
  readonly writer: string | null;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onKeepBoth: () => void;
}

/** Shows the user's text beside the stored one, and lets the user choose. */
export function NoteConflict({ mine, theirs, writer, onKeepMine, onTakeTheirs, onKeepBoth }: ConflictProps) {
  return (
    <div className={classes['conflict']} role="alert">
      <p className={classes['conflictHead']}>
        <Users aria-hidden="true" size={16} /> {writer === null ? notesText('changed') : notesText('changedBy', { name: writer })}
      </p>
      <div className={classes['sides']}>
        <Side heading={notesText('yours')} text={mine}>
          <Button className="atrium-button-small" onClick={onKeepMine}>{notesText('keepMine')}</Button>
        </Side>
        <Side
          heading={<>{writer === null ? notesText('theirs') : notesText('theirsBy', { name: writer })} · <RelativeTime at={theirs.edited_at ?? theirs.updated_at} /></>}
          text={theirs}
        >
          <Button className="atrium-button-small" onClick={onTakeTheirs}>{notesText('takeTheirs')}</Button>
        </Side>
      </div>
      <div>
        <Button className="atrium-button-small" onClick={onKeepBoth} tone="primary">{notesText('keepBoth')}</Button>
      </div>
    </div>
  );
}

function Side({ heading, text: { title, body }, children }: { readonly heading: ReactNode; readonly text: NoteText; readonly children: ReactNode }) {
  return (
    <div className={classes['side']}>
      <h2>{heading}</h2>
      <div className={classes['sideText']}>
        <p dir="auto">
          <strong>{title}</strong>
        </p>
        <p dir="auto">{body}</p>
      </div>
      <div>{children}</div>
    </div>
  );
}
