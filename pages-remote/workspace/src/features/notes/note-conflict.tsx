import { Users } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Avatar, Button } from '@atrium/page-kit/ui';
import type { Note, NoteText } from '../../model/notes.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { Marked } from './note-fields.tsx';
import type { Author } from './note-item.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** A person who wrote a text. */
export type Writer = Author & { readonly id: string };

interface Conflict {
  readonly mine: NoteText;
  /** The user; null if only one person writes on the board. */
  readonly me: Writer | null;
  readonly theirs: Note;
  /** The other person who wrote it; null for another tab of the user, and if it is not known. */
  readonly writer: Writer | null;
  readonly onKeepMine: () => void;
  readonly onKeepTheirs: () => void;
}

interface NoteSidesProps {
  /** Null while there is nothing to choose. */
  readonly conflict: Conflict | null;
  /** The fields with the user's own text. They stay mounted, with their focus, when a conflict begins or ends. */
  readonly children: ReactNode;
}

/** The text that is edited. In a conflict, the stored text is beside it, marked where it is different, and the user chooses one of them. */
export function NoteSides({ conflict, children }: NoteSidesProps) {
  const writer = conflict?.writer ?? null;
  return (
    <div className={classes[conflict ? 'sides' : 'fields']}>
      {conflict && (
        <p className={classes['question']} role="alert" tabIndex={-1}>
          <Users aria-hidden="true" size={16} /> {writer === null ? notesText('changed') : notesText('changedBy', { name: writer.name })}
        </p>
      )}
      <div className={classes[conflict ? 'side' : 'fields']}>
        {conflict && <SideHead name={notesText('mineHead')} writer={conflict.me} />}
        {children}
        {conflict && <Button className="atrium-button-small" onClick={conflict.onKeepMine}>{notesText('keepMine')}</Button>}
      </div>
      {conflict && <Theirs {...conflict} />}
    </div>
  );
}

/** The tools of the editor, which a conflict hides. If one of them has the focus, the question takes it. */
export function EditorTools({ children }: { readonly children: ReactNode }) {
  const tools = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = tools;
    return () => {
      const form = current?.contains(document.activeElement) ? current.closest('form') : null;
      // React adds the question after this.
      queueMicrotask(() => form?.querySelector<HTMLElement>('[role=alert]')?.focus());
    };
  }, []);
  return <div className={classes['tools']} ref={tools}>{children}</div>;
}

function Theirs({ mine, theirs, writer, onKeepTheirs }: Conflict) {
  const name = writer?.name ?? notesText('theirs');
  return (
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
      <Button className="atrium-button-small" onClick={onKeepTheirs}>
        {writer === null || writer.isUnnamed ? notesText('keepOther') : notesText('keepOf', { name: writer.name })}
      </Button>
    </div>
  );
}

interface SideHeadProps {
  readonly name: string;
  readonly writer: Writer | null;
  readonly children?: ReactNode;
}

/** Says whose text one side of a conflict is. */
function SideHead({ name, writer, children }: SideHeadProps) {
  return (
    <p className={classes['sideHead']}>
      {writer && <Avatar id={writer.id} name={writer.name} picture={writer.picture} size="small" />}
      <span dir="auto">{name}</span>
      {children}
    </p>
  );
}
