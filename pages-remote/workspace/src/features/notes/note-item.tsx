import { useQuery } from '@tanstack/react-query';
import { Image, ListChecks, Paperclip, Pencil } from 'lucide-react';
import { memo, useEffect, useRef, useState, type MouseEvent } from 'react';
import { language } from '@atrium/page-kit/messages';
import { Alert, Avatar } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { progressOf } from '../../model/checklist.ts';
import { isPicture, listFiles } from '../../model/files.ts';
import type { Note } from '../../model/notes.ts';
import type { Draft } from '../../sync/drafts.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import { Action, filesLabel, focusControl, NoteMenuButton, type NoteActions, type NoteControl, type NoteMenuProps } from './menu-buttons.tsx';
import { expectFocus } from './note-fields.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { NoteText } from './note-text.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** The author of a note. */
export interface Author {
  readonly name: string;
  /** The URL of their picture. */
  readonly picture: string | undefined;
  /** Whether the name is a text that stands for a missing one. */
  readonly isUnnamed?: boolean;
}

interface NoteItemProps {
  readonly note: Note;
  /** Whether the user may change the note. */
  readonly canWrite: boolean;
  /** Null if only one person writes on the board. */
  readonly author: Author | null;
  /** Name of the person who changed the text last, if that is not the author. */
  readonly editor: string | null;
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

const loadMenu = () => import(/* webpackChunkName: "board-tools" */ './menus.tsx').then(({ NoteMenu }) => NoteMenu);

/** A note and its actions. */
export const NoteItem = memo(function NoteItem({ note, canWrite, author, editor, draft, focus, place, showsChange, filesOpen, actions }: NoteItemProps) {
  const controls = useRef<HTMLDivElement>(null);
  const { title, body } = draft?.waiting ? draft : note;

  useEffect(() => {
    if (!focus) return;
    focusControl(controls.current, focus);
    actions.endFocus();
  }, [actions, focus]);

  /** Edits the text that was clicked, unless it was a link, or the click ends a selection. */
  function editText({ target }: MouseEvent<HTMLElement>, field: number): void {
    if (!canWrite || (target instanceof Element && target.closest('a')) || getSelection()?.isCollapsed === false) return;
    expectFocus(note.id, field);
    actions.edit(note);
  }

  return (
    <>
      <div className={classes['head']}>
        <DoneBox actions={actions} canWrite={canWrite} note={note} title={title} />
        <h2 className={note.done ? classes['struck'] : undefined} dir="auto" onClick={(event) => editText(event, 0)}>
          {title}
        </h2>
      </div>
      <NoteText body={body} note={note} onCheck={canWrite ? (item, checked) => actions.check(note, item, checked) : undefined} onEdit={(event) => editText(event, 1)} />
      {draft && <DraftNotice key={String(draft.waiting)} waiting={draft.waiting} />}
      <NoteMeta author={author} body={body} editor={editor} filesOpen={filesOpen} note={note} showsChange={showsChange} />
      <div className={classes['actions']} ref={controls}>
        {(canWrite || note.workspace_attachments.length > 0) && (
          <Action aria-expanded={filesOpen} label={filesLabel(note)} note={note} onClick={() => actions.toggleFiles(note)}>
            <Paperclip aria-hidden="true" size={16} />
          </Action>
        )}
        {canWrite && (
          <>
            <Action data-control="edit" label={notesText('edit')} note={note} onClick={() => actions.edit(note)}>
              <Pencil aria-hidden="true" size={16} />
            </Action>
            <MenuButton actions={actions} note={note} place={place} />
          </>
        )}
      </div>
    </>
  );
});

interface DoneBoxProps extends Pick<NoteItemProps, 'note' | 'canWrite' | 'actions'> {
  /** The title as it is shown. */
  readonly title: string;
}

/** Whether a note is done. */
export function DoneBox({ note, title, canWrite, actions }: DoneBoxProps) {
  return (
    <input
      aria-label={`${notesText('done')} ${title}`}
      checked={note.done}
      className={`atrium-checkbox ${classes['check']}`}
      disabled={!canWrite}
      onChange={(event) => actions.setDone(note, event.target.checked)}
      type="checkbox"
    />
  );
}

/** Milliseconds for which a text that the user has just left may still be on its way to the table. */
const SAVING_MS = 1_000;

/** Says that the user's text of a note is not stored: it waits for a connection, or the user has not finished it. */
function DraftNotice({ waiting }: { readonly waiting: boolean }) {
  const [isShown, setShown] = useState(waiting);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SAVING_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <Alert tone="info">
      <p>{notesText(waiting ? 'waiting' : 'draftHere')}</p>
    </Alert>
  );
}

/** Opens the menu with all actions of a note. */
function MenuButton(props: NoteMenuProps) {
  const { Part: Menu, busy, button } = useLazyPart(loadMenu);
  if (Menu) return <Menu {...props} />;
  return <NoteMenuButton aria-haspopup="menu" busy={busy} note={props.note} {...button} />;
}

interface NoteMetaProps extends Pick<NoteItemProps, 'note' | 'author' | 'editor' | 'showsChange' | 'filesOpen'> {
  readonly body: string;
}

/** Who wrote a note or edited it, when, how many files it has unless the list of them is open, and how much of its checklist is done. */
function NoteMeta({ note, body, author, editor, showsChange, filesOpen }: NoteMetaProps) {
  const isChange = showsChange && note.updated_at !== note.created_at;
  const files = note.workspace_attachments.length;
  // The thumbnails say it, if there is one for each.
  const needsCount = !filesOpen && files > picturesOf(note);
  const progress = progressOf(body);
  return (
    <div className={classes['meta']}>
      {author && <span className="atrium-visually-hidden">{notesText('author', { name: author.name })}</span>}
      {progress && (
        <span className={classes['count']}>
          <ListChecks aria-hidden="true" size={14} />
          <span aria-hidden="true">{`${progress.done.toLocaleString(language())}/${progress.total.toLocaleString(language())}`}</span>
          <span className="atrium-visually-hidden">{notesText('itemsDone', { done: progress.done, count: progress.total })}</span>
        </span>
      )}
      {!filesOpen && <NotePictures note={note} />}
      {needsCount && (
        <span aria-hidden="true" className={classes['count']}>
          <Paperclip size={14} /> {files}
        </span>
      )}
      {editor === null ? (
        <span className={classes['when']}>
          {isChange && <span className="atrium-visually-hidden">{notesText('changedAt')} </span>}
          <RelativeTime at={isChange ? note.updated_at : note.created_at} />
        </span>
      ) : (
        <span className={`${classes['edited']} ${classes['when']}`}>
          <span title={editor}>{notesText('editedBy', { name: editor })}</span> <RelativeTime at={note.edited_at ?? note.updated_at} />
        </span>
      )}
      {author && (
        <span aria-hidden="true" className={classes['author']} title={author.name}>
          <Avatar id={note.author ?? undefined} name={author.name} picture={author.picture} size="small" />
          <span className={classes['authorName']}>{author.name}</span>
        </span>
      )}
    </div>
  );
}

/** Thumbnails that a row has room for. */
const MAX_PICTURES = 3;

/** How many thumbnails a note's row has. */
function picturesOf({ workspace_attachments: files }: Note): number {
  return Math.min(MAX_PICTURES, files.filter(({ type }) => isPicture(type)).length);
}

/** Thumbnails of a note's first pictures. Only rows near the window are rendered, so only their thumbnails load. */
export function NotePictures({ note }: { readonly note: Note }) {
  const count = picturesOf(note);
  return count > 0 && <Pictures count={count} note={note} />;
}

/** Their places have the same size while they load. The list of files names the pictures. */
function Pictures({ note: { board, id }, count }: { readonly note: Note; readonly count: number }) {
  const client = useSupabase();
  // The same query as that of the open list, so that the list opens without a request. Changes of the files invalidate it.
  const files = useQuery({ queryKey: queryKeys.files(board, id), queryFn: ({ signal }) => listFiles(client, id, signal), staleTime: Infinity });
  const pictures = files.data?.filter(({ type }) => isPicture(type)) ?? [];
  return (
    <span aria-hidden="true" className={classes['pictures']}>
      {Array.from({ length: count }, (_, place) => {
        const { thumbnail } = pictures[place] ?? {};
        return <span key={place}>{thumbnail ? <img alt="" src={thumbnail} /> : thumbnail === null && <Image size={12} />}</span>;
      })}
    </span>
  );
}
