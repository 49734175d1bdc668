import { ArrowDown, ArrowUp, Paperclip } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { Draft } from '../drafts/kept-drafts.ts';
import { LinkedText } from './linked-text.tsx';
import type { Note } from './note.ts';
import type { NoteActions, NoteControl } from './note-actions.ts';
import { NoteTime } from './note-time.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface NoteItemProps {
  readonly note: Note;
  /** Name of who wrote it; null where only one person writes. */
  readonly author: string | null;
  /** What the person wrote into it and has not stored. */
  readonly draft: Draft | undefined;
  /** The control that takes the focus now. */
  readonly focus: NoteControl | null;
  /** Where the note stands among others, in a list that can be arranged. */
  readonly place: 'first' | 'between' | 'last' | null;
  /** Whether it is said when the note was changed, and not when it was written. */
  readonly showsChange: boolean;
  readonly filesOpen: boolean;
  readonly actions: NoteActions;
}

/** A note to read, and what can be done with it. */
export const NoteItem = memo(function NoteItem({ note, author, draft, focus, place, showsChange, filesOpen, actions }: NoteItemProps) {
  const controls = useRef<HTMLDivElement>(null);
  const { title, body } = draft?.waiting ? draft : note;
  const files = note.workspace_attachments.length;

  useEffect(() => {
    if (focus) controls.current?.querySelector<HTMLElement>(`[data-control=${focus}]`)?.focus();
  }, [focus]);

  return (
    <>
      <div className={classes['head']}>
        <input
          aria-label={`${notesText('done')} ${title}`}
          checked={note.done}
          className={classes['check']}
          onChange={(event) => actions.setDone(note, event.target.checked)}
          type="checkbox"
        />
        <h2 className={note.done ? classes['struck'] : undefined} dir="auto">{title}</h2>
      </div>
      {body !== '' && (
        <p className={`${classes['body']} ${note.done ? 'atrium-muted' : ''}`} dir="auto">
          <LinkedText text={body} />
        </p>
      )}
      {draft && (
        <Alert tone="info">
          <p>{notesText(draft.waiting ? 'waiting' : 'draftHere')}</p>
        </Alert>
      )}
      <div className={classes['foot']}>
        <NoteTime author={author} note={note} showsChange={showsChange} />
        <div className={classes['actions']} ref={controls}>
          {place && (
            <>
              <Step actions={actions} by={-1} note={note} unavailable={place === 'first'} />
              <Step actions={actions} by={1} note={note} unavailable={place === 'last'} />
            </>
          )}
          <Button aria-expanded={filesOpen} className="atrium-button-small" onClick={() => actions.toggleFiles(note)}>
            <Paperclip aria-hidden="true" size={16} />
            &nbsp;{files > 0 ? notesText('fileCount', { count: files }) : notesText('files')} <span className="atrium-visually-hidden">{note.title}</span>
          </Button>
          <Button className="atrium-button-small" data-control="edit" onClick={() => actions.edit(note)}>
            {notesText('edit')} <span className="atrium-visually-hidden">{note.title}</span>
          </Button>
          <Button className="atrium-button-small" onClick={() => actions.remove(note)}>
            {notesText('delete')} <span className="atrium-visually-hidden">{note.title}</span>
          </Button>
        </div>
      </div>
    </>
  );
});

interface StepProps {
  readonly actions: NoteActions;
  readonly note: Note;
  readonly by: -1 | 1;
  readonly unavailable: boolean;
}

function Step({ actions, note, by, unavailable }: StepProps) {
  const label = notesText(by < 0 ? 'moveUp' : 'moveDown');
  return (
    <Button
      className={`atrium-button-small ${classes['step']}`}
      data-control={by < 0 ? 'up' : 'down'}
      onClick={() => actions.step(note, by)}
      title={label}
      unavailable={unavailable}
    >
      {by < 0 ? <ArrowUp aria-hidden="true" size={16} /> : <ArrowDown aria-hidden="true" size={16} />}
      <span className="atrium-visually-hidden">{`${label} ${note.title}`}</span>
    </Button>
  );
}
