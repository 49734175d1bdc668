import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar, Button } from '@atrium/page-kit/ui';
import type { Note, NoteText } from '../../model/notes.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { Marked } from './note-fields.tsx';
import type { Author } from './note-item.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** A person who wrote a text. */
export type Writer = Author & { readonly id: string };

interface ConflictProps {
  /** The text in the fields beside it, or above it in a narrow window. */
  readonly mine: NoteText;
  readonly theirs: Note;
  /** The other person who wrote it; null for another tab of the user, and if it is not known. */
  readonly writer: Writer | null;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onKeepBoth: () => void;
}

/** Shows the stored text beside the user's own, marks what is different in it, and lets the user choose. */
export function NoteConflict({ mine, theirs, writer, onKeepMine, onTakeTheirs, onKeepBoth }: ConflictProps) {
  const name = writer?.name ?? notesText('theirs');
  return (
    <>
      <div aria-label={name} className={`${classes['side']} ${classes['theirs']}`} role="group">
        <SideHead name={name} writer={writer}>
          <RelativeTime at={theirs.edited_at ?? theirs.updated_at} />
        </SideHead>
        <div className={classes['theirsText']}>
          <p dir="auto">
            <strong>
              <Marked before={mine.title.trim()} text={theirs.title} />
            </strong>
          </p>
          <p dir="auto">{theirs.body === '' && mine.body !== '' ? <em>{notesText('theirsEmpty')}</em> : <Marked before={mine.body} text={theirs.body} />}</p>
        </div>
      </div>
      <div className={classes['decision']}>
        <p role="alert">
          <Users aria-hidden="true" size={16} /> {writer === null ? notesText('changed') : notesText('changedBy', { name: writer.name })}
        </p>
        <div className={classes['choices']}>
          <Button className="atrium-button-small" onClick={onKeepMine}>{notesText('keepMine')}</Button>
          <Button className="atrium-button-small" onClick={onTakeTheirs}>{notesText('takeTheirs')}</Button>
          <Button className="atrium-button-small" onClick={onKeepBoth} tone="primary">{notesText('keepBoth')}</Button>
        </div>
      </div>
    </>
  );
}

interface SideHeadProps {
  readonly name: string;
  readonly writer: Writer | null;
  readonly children?: ReactNode;
}

/** Says whose text one side of a conflict is. */
export function SideHead({ name, writer, children }: SideHeadProps) {
  return (
    <p className={classes['sideHead']}>
      {writer && <Avatar id={writer.id} name={writer.name} picture={writer.picture} size="small" />}
      <span dir="auto">{name}</span>
      {children}
    </p>
  );
}
