import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { showDeleted } from '../../model/deletions.ts';
import type { ListedBoard } from '../../model/boards.ts';
import { withItem } from '../../model/checklist.ts';
import type { NotesView } from '../../model/notes-view.ts';
import { moveToBoard, type Note } from '../../model/notes.ts';
import { asWorkspaceError, reportFault } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { draftAt, draftsOf, moveDraft, putDraft } from '../../sync/drafts.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { reloadBoards } from '../../sync/use-boards.ts';
import type { NotesListState } from '../../sync/use-notes-list.ts';
import type { NoteActions, NoteControl } from '../notes/menu-buttons.tsx';
import { notesText } from '../notes/notes-messages.ts';
import { useNoteChanges } from '../notes/use-note-changes.ts';

interface NoteActionsOptions {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: string;
  readonly notes: NotesListState;
  /** Which notes the view shows. */
  readonly state: NotesView['state'];
  readonly setFilesOpen: Dispatch<SetStateAction<ReadonlySet<string>>>;
  /** Called when the user is about to choose another board for a note. */
  readonly onChooseBoard: () => void;
}

/** The actions of the notes on a board, the announcements about them, and where the focus goes. */
export function useNoteActions({ client, person, board, notes, state, setFilesOpen, onChooseBoard }: NoteActionsOptions) {
  const queries = useQueryClient();
  const [editing, setEditing] = useState(() => draftsOf(person).find((draft) => draft.board === board && draft.base && !draft.waiting)?.id ?? null);
  const [focus, setFocus] = useState<{ readonly id: string; readonly control: NoteControl } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  /** The note whose editor is open, for responses that arrive after the user has opened another. */
  const open = useRef(editing);
  useEffect(() => {
    open.current = editing;
  }, [editing]);
  /** The open note as the user last stored it. */
  const [edited, setEdited] = useState<Note | null>(null);
  const [latest, setLatest] = useState<Note | null>(null);
  /** The note for which the user is choosing another board. */
  const [moving, setMoving] = useState<Note | null>(null);
  /** Files for a note whose list of files is opening. */
  const [givenFiles, setGivenFiles] = useState<{ readonly note: string; readonly files: readonly File[] } | null>(null);
  const { refresh, current } = notes;
  const changes = useNoteChanges(client, board, notes);

  /** Screen readers announce only text that has changed, so a repeated one gets a trailing no-break space. */
  function announce(text: string): void {
    setAnnouncement((now) => (now === text ? `${text}\u00a0` : text));
  }

  const indexOf = (note: Note) => current()?.notes.findIndex(({ id }) => id === note.id) ?? -1;

  function move(note: Note, to: number, control: NoteControl | null): void {
    const list = current();
    const others = list?.notes.filter(({ id }) => id !== note.id) ?? [];
    changes.move(note, others[to - 1]?.id ?? null);
    if (control) setFocus({ id: note.id, control });
    announce(notesText('moved', { title: note.title, place: to + 1, total: list?.total ?? 0 }));
  }

  const leavesView = (done: boolean) => state === (done ? 'open' : 'done');

  /** Moves the focus to the neighbour of a note that leaves the list. */
  function leave(note: Note): void {
    setLatest(null);
    const index = indexOf(note);
    const list = current();
    const neighbour = list?.notes[index + 1] ?? list?.notes[index - 1];
    setFocus(neighbour ? { id: neighbour.id, control: 'edit' } : null);
  }

  /** The note has left this board for another one, or has come back. */
  function showMoved({ id }: Note, [from, to]: readonly [string, string]): void {
    moveDraft(person, id, from, to);
    for (const other of [from, to]) if (other !== board) void queries.invalidateQueries({ queryKey: queryKeys.onBoard(other) });
    void reloadBoards(queries);
  }

  async function moveBack(note: Note, from: string): Promise<void> {
    const { id, title, position } = note;
    try {
      await moveToBoard(client, id, board, position);
      showMoved(note, [from, board]);
      announce(notesText('restored', { title }));
      setFocus({ id, control: 'edit' });
      refresh([id]);
    } catch (error) {
      reportFault(error);
      showToast({ tone: 'error', text: `${notesText('moveRefused', { title })} ${asWorkspaceError(error).message}`, action: undoOf(note, from) });
    }
  }

  function undoOf(note: Note, from: string) {
    return { label: workspaceText('undo'), run: () => void moveBack(note, from) };
  }

  const actions: NoteActions = {
    edit: ({ id }) => {
      const place = { person, board, note: id };
      const draft = draftAt(place);
      // A draft that is being edited must not be sent.
      if (draft?.waiting) putDraft(place, { ...draft, waiting: false });
      setEditing(id);
      setEdited(null);
      setLatest(null);
    },
    endFocus: () => setFocus(null),
    setDone: (note, done) => {
      // A note that leaves the view would take the focus along.
      if (leavesView(done)) leave(note);
      changes.setDone(note, done);
    },
    check: (note, item, checked) => {
      const place = { person, board, note: note.id };
      const draft = draftAt(place);
      if (!draft?.waiting) return changes.check(note, item, checked);
      // The list shows a text that is not sent yet.
      const body = withItem(draft.body, item, checked);
      if (body !== null) putDraft(place, { ...draft, body });
    },
    move: (note, to) => move(note, to, null),
    step: (note, by, control) => {
      const list = current();
      const to = indexOf(note) + by;
      if (to < 0 || to >= (list?.total ?? 0)) return;
      // Below the last loaded note, the place is not known yet.
      if (to < (list?.notes.length ?? 0)) move(note, to, control);
      else notes.loadMore();
    },
    chooseBoard: (note) => {
      setMoving(note);
      onChooseBoard();
    },
    addFiles: ({ id }, files) => {
      setFilesOpen((open) => new Set([...open, id]));
      setGivenFiles({ note: id, files });
    },
    toggleFiles: ({ id }) =>
      setFilesOpen((open) => {
        const next = new Set(open);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    remove: (note) => {
      leave(note);
      changes.remove(note, () => {
        const { id, title } = note;
        const place = { person, board, note: id };
        const unsaved = draftAt(place);
        putDraft(place, null);
        showDeleted({
          client,
          kind: 'note',
          id,
          texts: { deleted: notesText('deleted', { title }), refused: notesText('restoreRefused', { title }) },
          onRestored: () => {
            // Another tab may have restored the note before, and the user written something since.
            if (unsaved && !draftAt(place)) putDraft(place, unsaved);
            announce(notesText('restored', { title }));
            setFocus({ id, control: 'edit' });
            refresh([id]);
            // The user may have left the board, whose live changes would tell the others.
            void reloadBoards(queries);
          },
        });
      });
    },
  };

  return {
    editing,
    setEditing,
    edited,
    focus,
    announcement,
    actions,
    /** Files that the user has given to a note, until the note's list of files takes them. */
    givenTo: ({ id }: Note): readonly File[] | null => (givenFiles?.note === id ? givenFiles.files : null),
    takeFiles: (): void => setGivenFiles(null),
    moving,
    /** Moves the note for which the user was choosing a board; null leaves it where it is. */
    moveTo: (target: Pick<ListedBoard, 'id' | 'name'> | null): void => {
      setMoving(null);
      if (!moving || !target) return;
      leave(moving);
      changes.moveTo(moving, target.id, () => {
        showMoved(moving, [board, target.id]);
        showToast({ tone: 'notice', text: notesText('movedTo', { board: target.name }), action: undoOf(moving, target.id) });
      });
    },
    /** The note that was added last; null after another action. */
    latest,
    showLatest: (): void => {
      if (latest) setFocus({ id: latest.id, control: 'edit' });
      setLatest(null);
    },
    added: (note: Note): void => {
      setEditing((now) => (now === note.id ? null : now));
      announce(notesText('added', { title: note.title }));
      setLatest(note);
      refresh([note.id]);
    },
    /** The editor has stored a text, and is still open. */
    saved: (note: Note): void => {
      setEdited(note);
      notes.put(note);
      // For an editor of a note that the list does not show.
      queries.setQueryData<Note | null>(queryKeys.unlistedNote(board, note.id), (now) => now && note);
    },
    endEdit: (id: string, stored: Note | null): void => {
      setEditing((now) => (now === id ? null : now));
      setEdited((now) => (now?.id === id ? null : now));
      // The focus stays if the user moved on before the text was stored. A note outside the view would take it when it appears.
      if (open.current === id) setFocus(current()?.notes.some((note) => note.id === id) ? { id, control: 'edit' } : null);
      // Without a stored text, another user may have stored a newer one.
      if (stored) announce(notesText('saved', { title: stored.title }));
      else refresh([id]);
    },
  };
}
