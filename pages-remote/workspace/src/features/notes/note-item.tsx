import { ArrowDown, ArrowUp, Paperclip } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { language } from '@atrium/page-kit/messages';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { Note } from '../../model/notes.ts';
import type { Draft } from '../../sync/drafts.ts';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** A control of a note that can be focused: after an edit, a move, or the deletion of a neighbour. */
export type NoteControl = 'edit' | 'up' | 'down';

/** What users can do with the notes of a list. */
export interface NoteActions {
  readonly edit: (note: Note) => void;
  readonly setDone: (note: Note, done: boolean) => void;
  readonly remove: (note: Note) => void;
  /** Moves a note up or down by one place. */
  readonly step: (note: Note, by: -1 | 1) => void;
  /** Moves a note to an index in the list without it. */
  readonly move: (note: Note, to: number) => void;
  /** Opens or closes the files of a note. */
  readonly toggleFiles: (note: Note) => void;
}

interface NoteItemProps {
  readonly note: Note;
  /** Name of the author; null if only one person writes on the board. */
  readonly author: string | null;
  /** The user's unsaved edit of the note. */
  readonly draft: Draft | undefined;
  /** The control to focus now. */
  readonly focus: NoteControl | null;
  /** The note's place in a list that can be rearranged. */
  readonly place: 'first' | 'between' | 'last' | null;
  /** Whether to show the time of the last change instead of the creation. */
  readonly showsChange: boolean;
  readonly filesOpen: boolean;
  readonly actions: NoteActions;
}

/** A note and its actions. */
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

interface NoteTimeProps {
  readonly note: Note;
  readonly author: string | null;
  readonly showsChange: boolean;
}

function NoteTime({ note, author, showsChange }: NoteTimeProps) {
  const isChange = showsChange && note.updated_at !== note.created_at;
  const at = isChange ? note.updated_at : note.created_at;
  const time = formatted(at);
  const text = author === null ? (isChange ? notesText('changedAt', { time }) : time) : notesText(isChange ? 'byChanged' : 'by', { name: author, time });
  return (
    <time className="atrium-muted atrium-small" dateTime={at}>
      {text}
    </time>
  );
}

let timeFormat: Intl.DateTimeFormat | null = null;

/** A time in the language of the page. All notes share one format, because creating one takes longer than rendering a note. */
function formatted(time: string): string {
  timeFormat ??= new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  return timeFormat.format(new Date(time));
}

/** A URL, without the punctuation that ends a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"“”„«»]*[^\s<>"“”„«».,;:!?'’)\]}])/i;

/** A text whose URLs are links. */
function LinkedText({ text }: { readonly text: string }) {
  // Splitting at a group keeps what it matches, so every second part is a URL.
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 && URL.canParse(part) ? (
      <a dir="auto" href={part} key={index} rel="noopener noreferrer" target="_blank">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
