import { Check, NotebookPen, Paperclip, SearchX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import { Button, Card } from '@atrium/page-kit/ui';
import { showsAll, type NotesView } from '../../model/notes-view.ts';
import type { Note } from '../../model/notes.ts';
import { newDraft, type Draft } from '../../sync/drafts.ts';
import { useDrafts } from '../../sync/use-drafts.ts';
import type { NotesListState } from '../../sync/use-notes-list.ts';
import { UnsavableDrafts } from '../boards/lost-drafts.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { Action, filesLabel } from '../notes/menu-buttons.tsx';
import { offerCommand } from '../notes/note-commands.ts';
import { ComposerKey, ComposerPlus, NewNote } from '../notes/new-note.tsx';
import { NoteEditor } from '../notes/note-editor.tsx';
import { NotePictures, type Author } from '../notes/note-item.tsx';
import { NoteList } from '../notes/note-list.tsx';
import { notesText } from '../notes/notes-messages.ts';
import { NotesToolbar } from '../notes/notes-toolbar.tsx';
import classes from '../notes/notes.module.css';
import { UnsentNotes } from '../notes/unsent-notes.tsx';
import { useOutbox } from '../notes/use-outbox.ts';
import { LazyPart } from '../loading/lazy-part.tsx';
import { RowsSkeleton } from '../loading/rows-skeleton.tsx';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import { useBoardSummary } from './board-header.tsx';
import { boardText } from './board-messages.ts';
import { Compose, useIsPhone } from './compose.tsx';
import { useNewNoteFiles } from './new-note-files.tsx';
import { UnlistedEdits } from './unlisted-edits.tsx';
import { useNoteActions } from './use-note-actions.ts';

interface BoardNotesProps {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: string;
  /** Whether the user may change the notes. */
  readonly canWrite: boolean;
  readonly notes: NotesListState;
  readonly view: NotesView;
  readonly changeView: (change: Partial<NotesView>) => void;
  /** Gives the name and the picture of a person; null if only one person writes on the board. */
  readonly personOf: ((person: string | null) => Author) | null;
  /** Whether the live connection is open. */
  readonly live: boolean;
}

const loadMove = () => import(/* webpackChunkName: "board-tools" */ './move-note.tsx').then(({ MoveNote }) => MoveNote);
const loadFiles = () => import('../files/note-files.tsx').then(({ NoteFiles }) => NoteFiles);

/** The notes of a board and, for those who may write, the form for a new one. One form is open at a time. */
export function BoardNotes({ client, person, board, canWrite, notes, view, changeView, personOf, live }: BoardNotesProps) {
  const { list, failure, moreFailure } = notes;
  // A viewer's drafts are from before they were a viewer, and are shown apart.
  const drafts = useDrafts(person).filter((draft) => canWrite && draft.board === board);
  const [filesOpen, setFilesOpen] = useState<ReadonlySet<string>>(new Set());
  const { Part: MoveNote, button: moveButton } = useLazyPart(loadMove);
  const noteActions = useNoteActions({ client, person, board, notes, state: view.state, setFilesOpen, onChooseBoard: moveButton.onClick });
  const { setEditing, edited, focus, announcement, actions, saved, endEdit, added, latest, showLatest, moving, moveTo, givenTo, takeFiles } = noteActions;
  const editing = canWrite ? noteActions.editing : null;
  const summary = useBoardSummary(client, board);
  // Whether the user has left an editor or the sheet for the form.
  const [composesNext, setComposesNext] = useState(false);
  /** Whether the sheet is open. */
  const [isComposing, setComposing] = useState(false);
  const files = useNewNoteFiles({
    client,
    person,
    board,
    onUpload: ({ id }) => setFilesOpen((now) => new Set([...now, id])),
    onUploaded: ({ id }) => notes.refresh([id]),
  });
  const isPhone = useIsPhone();
  const [wasPhone, setWasPhone] = useState(isPhone);
  if (wasPhone !== isPhone) {
    setWasPhone(isPhone);
    if (isComposing && !isPhone) {
      // The window has become wider, for example because a tablet was turned. The text is a draft, so the line for a new note shows it.
      setComposing(false);
      setComposesNext(true);
    }
  }
  // An editor that is open stays: the user is writing in it.
  const open = (note: Pick<Note, 'board' | 'id'>) => setEditing((now) => (now === null && note.board === board ? note.id : now));
  useOutbox({ client, live, onEditedOn: open, onUnsaved: open, person });
  // A single note needs no search. Once shown, the toolbar stays, so that it does not disappear while it is used.
  const [isSearchable, setSearchable] = useState(false);
  if (!isSearchable && ((list?.notes.length ?? 0) > 1 || !showsAll(view))) setSearchable(true);
  const isListed = (id: string | null) => list?.notes.some((note) => note.id === id) ?? false;
  const unlisted = unlistedEdits();
  const isEditing = isListed(editing) || unlisted.length > 0;
  if ((isEditing || isPhone) && composesNext) setComposesNext(false);
  const hasNotes = (list?.notes.length ?? 0) > 0;
  const hadNotes = useRef(false);
  useEffect(() => {
    // The last note has taken the focus along.
    if (hadNotes.current && list && !hasNotes && document.activeElement === document.body) document.querySelector('h1')?.focus();
    hadNotes.current = hasNotes;
  }, [list, hasNotes]);
  useEffect(() => {
    if (canWrite && hasNotes) return;
    const refuse = () => showToast({ tone: 'notice', text: canWrite ? notesText('noSelection') : boardText('onlyViewed') });
    const withdraw = ([...(canWrite ? [] : ['newNote' as const]), 'editNote', 'moveNote'] as const).map((command) => offerCommand(command, refuse));
    return () => withdraw.forEach((end) => end());
  }, [canWrite, hasNotes]);
  useEffect(() => (isEditing ? offerCommand('newNote', () => showToast({ tone: 'notice', text: notesText('busyEditing') })) : undefined), [isEditing]);

  /** The edits that the list has no place for: the notes are deleted, filtered out or not loaded. The open one is the first, and while another view loads the only one. */
  function unlistedEdits(): readonly Draft[] {
    const found = drafts.filter(({ id, base, waiting }) => base && !waiting && !isListed(id) && (list || id === editing));
    // The user has stored a text that the view does not show, and is still writing.
    if (edited && edited.id === editing && !isListed(editing) && !found.some(({ id }) => id === editing)) found.push(newDraft(board, edited));
    return found.sort((one, other) => Number(other.id === editing) - Number(one.id === editing));
  }

  const newNote = { board, client, files, person, onAdded: added };
  const addedNote = latest && <AddedNote onShow={isListed(latest.id) ? showLatest : null} title={latest.title} />;
  return (
    <div className={classes['board']}>
      {canWrite && !isPhone && (
        <section className={classes[isEditing ? 'asideIdle' : 'aside']}>
          <Card>
            <h2>{notesText('addHeading')}</h2>
            {isEditing && unlisted.length > 0 && <p className="atrium-muted">{notesText('busyEditing')}</p>}
            {isEditing && unlisted.length === 0 && (
              <button
                className={classes['composeNext']}
                onClick={() => {
                  setComposesNext(true);
                  // The editor has stored its text, because the focus has left it.
                  setEditing(null);
                }}
                type="button"
              >
                <ComposerPlus /> {notesText('placeholder')} <ComposerKey />
              </button>
            )}
            {!isEditing && <NewNote {...newNote} autoFocus={composesNext} notice={addedNote} />}
          </Card>
        </section>
      )}
      {!canWrite && (
        <UnsavableDrafts advice={boardText('keptAdvice')} heading={boardText('keptHeading')} isShown={(draft) => draft.board === board} person={person} />
      )}
      <section className="atrium-stack">
        <p className="atrium-visually-hidden" role="status">
          {announcement}
        </p>
        {isSearchable && <NotesToolbar counts={summary} onChange={changeView} view={view} withFiles={list && !list.more && showsAll(view) ? withFiles(list.notes) : null} />}
        {canWrite && <UnsentNotes board={board} client={client} onAdded={added} person={person} />}
        <UnlistedEdits client={client} drafts={unlisted} onCancelled={(id) => endEdit(id, null)} onClosed={endEdit} onSaved={saved} person={person} />
        {failure && <FailureAlert error={failure} onRetry={notes.retry} />}
        {/* The list itself is no live region. Always rendered, so that screen readers announce the change. */}
        <p className="atrium-visually-hidden" role="status">{list?.notes.length === 0 && !showsAll(view) && notesText('noMatch')}</p>
        {notes.loading && <RowsSkeleton of="notes" />}
        {list?.notes.length === 0 && (
          <EmptyNotes all={showsAll(view)} canWrite={canWrite} onShowAll={() => changeView({ search: '', state: 'all', mine: false, withFiles: false })} />
        )}
        {list && hasNotes && (
          <NoteList
            actions={actions}
            canArrange={canWrite && view.order === 'own' && showsAll(view)}
            canWrite={canWrite}
            drafts={drafts}
            editing={editing}
            editor={(note) => (
              <NoteEditor
                client={client}
                note={note}
                onCancelled={() => endEdit(note.id, null)}
                onClosed={(stored) => endEdit(note.id, stored)}
                onSaved={saved}
                person={person}
                personOf={personOf}
                tools={<FilesButton note={note} onToggle={() => actions.toggleFiles(note)} open={filesOpen.has(note.id)} />}
              />
            )}
            files={(note) => <LazyPart load={loadFiles} props={{ canWrite, client, note, personOf, given: givenTo(note), onTaken: takeFiles, onChanged: () => notes.refresh([note.id]) }} />}
            filesOpen={filesOpen}
            focus={focus}
            list={list}
            onNearEnd={notes.loadMore}
            personOf={personOf}
            showsChange={view.order === 'changed'}
          />
        )}
        {notes.loadingMore && <p role="status">{notesText('loadingMore')}</p>}
        {moreFailure && <FailureAlert error={moreFailure} onRetry={notes.loadMore} />}
        {MoveNote && <MoveNote client={client} note={moving} onChoose={moveTo} onClose={() => moveTo(null)} person={person} />}
      </section>
      {canWrite && isPhone && (isComposing || !isEditing) && <Compose {...newNote} notice={!isComposing && addedNote} onOpenChange={setComposing} open={isComposing} />}
    </div>
  );
}

function withFiles(notes: readonly Note[]): number {
  return notes.filter(({ workspace_attachments: files }) => files.length > 0).length;
}

interface FilesButtonProps {
  readonly note: Note;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** Opens the files of the note that is being edited, and shows its first pictures. */
function FilesButton({ note, open, onToggle }: FilesButtonProps) {
  const count = note.workspace_attachments.length;
  return (
    <>
      <Action aria-expanded={open} label={filesLabel(note)} note={note} onClick={onToggle}>
        <Paperclip aria-hidden="true" size={16} />
        {count > 0 && <span aria-hidden="true">{count.toLocaleString(language())}</span>}
      </Action>
      {!open && <NotePictures note={note} />}
    </>
  );
}

interface AddedNoteProps {
  readonly title: string;
  /** Moves the focus to the note; null if the list does not show it. */
  readonly onShow: (() => void) | null;
}

/** Shows beside the form which note was added, because the note may be out of sight. A live region announces it. */
function AddedNote({ title, onShow }: AddedNoteProps) {
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

interface EmptyNotesProps {
  /** Whether the view shows all notes, so that the board has none. */
  readonly all: boolean;
  readonly canWrite: boolean;
  readonly onShowAll: () => void;
}

/** Shown instead of an empty list. */
function EmptyNotes({ all, canWrite, onShowAll }: EmptyNotesProps) {
  return (
    <div className={classes['empty']}>
      {all ? <NotebookPen aria-hidden="true" className={classes['emptyIcon']} size={32} /> : <SearchX aria-hidden="true" className={classes['emptyIcon']} size={32} />}
      <h2>{notesText(all ? 'empty' : 'noMatch')}</h2>
      <p className="atrium-muted">{all && !canWrite ? boardText('emptyForViewers') : notesText(all ? 'emptyAdvice' : 'noMatchAdvice')}</p>
      {!all && (
        <div>
          <Button onClick={onShowAll}>{notesText('showAll')}</Button>
        </div>
      )}
    </div>
  );
}
