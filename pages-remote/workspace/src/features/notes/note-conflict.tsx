import { Users } from 'lucide-react';
import { Avatar, Button } from '@atrium/page-kit/ui';
import { markNew } from '../../model/merged-text.ts';
import type { Note, NoteText } from '../../model/notes.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import type { Author } from './note-item.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface ConflictProps {
  /** The text in the fields above. */
  readonly mine: NoteText;
  readonly theirs: Note;
  /** The other person who wrote it; null for another tab of the user, and if it is not known. */
  readonly writer: (Author & { readonly id: string }) | null;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onKeepBoth: () => void;
}

/** Shows the stored text below the user's own, marks what is different in it, and lets the user choose. */
export function NoteConflict({ mine, theirs, writer, onKeepMine, onTakeTheirs, onKeepBoth }: ConflictProps) {
  return (
    <div className={classes['conflict']} role="alert">
      <p className={classes['conflictHead']}>
        <Users aria-hidden="true" size={16} /> {writer === null ? notesText('changed') : notesText('changedBy', { name: writer.name })}
      </p>
      <div className={classes['theirs']}>
        <p className={classes['theirsHead']}>
          {writer && <Avatar id={writer.id} name={writer.name} picture={writer.picture} size="small" />}
          <span dir="auto">{writer?.name ?? notesText('theirs')}</span>
          <RelativeTime at={theirs.edited_at ?? theirs.updated_at} />
        </p>
        <div className={classes['theirsText']}>
          {theirs.title !== mine.title.trim() && (
            <p dir="auto">
              <strong>
                <Marked mine={mine.title} theirs={theirs.title} />
              </strong>
            </p>
          )}
          {theirs.body !== mine.body && <p dir="auto">{theirs.body === '' ? <em>{notesText('theirsEmpty')}</em> : <Marked mine={mine.body} theirs={theirs.body} />}</p>}
        </div>
      </div>
      <div className={classes['choices']}>
        <Button className="atrium-button-small" onClick={onKeepMine}>{notesText('keepMine')}</Button>
        <Button className="atrium-button-small" onClick={onTakeTheirs}>{notesText('takeTheirs')}</Button>
        <Button className="atrium-button-small" onClick={onKeepBoth} tone="primary">{notesText('keepBoth')}</Button>
      </div>
    </div>
  );
}

function Marked({ mine, theirs }: { readonly mine: string; readonly theirs: string }) {
  return markNew(mine, theirs).map(({ text, isNew }, index) => (isNew ? <mark key={index}>{text}</mark> : text));
}
