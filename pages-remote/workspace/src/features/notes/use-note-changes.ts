import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { showToast } from '@atrium/page-kit/site';
import { holdUnsavedChanges } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { withItem, type ChecklistItem } from '../../model/checklist.ts';
import { deleteRow } from '../../model/deletions.ts';
import type { NotesList } from '../../model/notes-list.ts';
import type { NotesView } from '../../model/notes-view.ts';
import { checkItem, moveNote, moveToBoard, setDone, type Note } from '../../model/notes.ts';
import { asWorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import type { NotesListState } from '../../sync/use-notes-list.ts';
import { notesText } from './notes-messages.ts';

/** An optimistic change of the lists: it shows before it is stored. */
interface Change {
  readonly note: Note;
  /** Only lists of views with these values change; by default all of them. */
  readonly view?: Partial<NotesView>;
  /** Returns the changed list. */
  readonly apply: (list: NotesList) => NotesList;
  readonly store: () => Promise<void>;
  /** Whether it depends on the places of other notes. */
  readonly isMove?: boolean;
  /** Key of the text for a change that was refused. */
  readonly refusal: Parameters<typeof notesText>[0];
  readonly onStored?: (() => void) | undefined;
  /** Makes the change again. A toast offers it for failures that can pass. */
  readonly retry?: () => void;
}

/** Changes of a note other than its text. */
interface NoteChanges {
  readonly setDone: (note: Note, done: boolean) => void;
  /** Checks an item of a note's checklist, or unchecks it. */
  readonly check: (note: Note, item: ChecklistItem, checked: boolean) => void;
  /** Moves a note behind another one, or to the top if `after` is null, in lists in the board's own order. */
  readonly move: (note: Note, after: string | null) => void;
  /** Moves a note to another board. */
  readonly moveTo: (note: Note, board: string, onStored: () => void) => void;
  readonly remove: (note: Note, onStored: () => void) => void;
}

/**
 * Changes the lists of a board optimistically. A change that is refused is undone, and a toast says so.
 * @param list the notes on screen, which are fetched again after their change was stored
 */
export function useNoteChanges(client: SupabaseClient, board: string, list: Pick<NotesListState, 'refresh' | 'startChange'>): NoteChanges {
  const queries = useQueryClient();
  const queryKey = queryKeys.notes(board);
  /** The latest change of each note by its id, and the latest move by the key `move`. Each is being stored, or has been. */
  const stores = useRef(new Map<string, Promise<void>>());
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: async ({ note, store, isMove = false }: Change) => {
      // The change looks stored, so the browser must warn before the tab closes during the request.
      const endWarning = holdUnsavedChanges();
      try {
        // One after the other, so that the last press counts.
        const keys = isMove ? [note.id, 'move'] : [note.id];
        const stored = Promise.all(keys.map((key) => stores.current.get(key) ?? Promise.resolve())).then(store);
        for (const key of keys) stores.current.set(key, stored.catch(() => undefined));
        await stored;
      } finally {
        endWarning();
      }
    },
    onMutate: async ({ note, apply, view = {} }) => {
      const endChange = list.startChange(note.id);
      const wasReading = queries.isFetching({ queryKey }) > 0;
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueriesData<NotesList>({ queryKey });
      queries.setQueriesData<NotesList>({ queryKey: queryKeys.notesView(board, view) }, (list) => list && apply(list));
      return { before, wasReading, endChange };
    },
    onError: (error, { note, refusal, retry }, context) => {
      context?.endChange();
      // Undoing this change would also undo others that are still being stored.
      if (queries.isMutating({ mutationKey: queryKey }) === 1) context?.before.forEach(([key, list]) => queries.setQueryData(key, list));
      // The earlier lists lack what others changed meanwhile.
      void queries.invalidateQueries({ queryKey });
      const { failure, message } = asWorkspaceError(error);
      const canPass = failure === 'unreachable' || failure === 'unknown';
      showToast({
        tone: 'error',
        text: `${notesText(refusal, { title: note.title })} ${message}`,
        ...(retry && canPass && { action: { label: workspaceText('retry'), run: retry } }),
      });
    },
    onSuccess: (_, { note, onStored }, { wasReading, endChange }) => {
      endChange();
      onStored?.();
      if (wasReading) return void queries.invalidateQueries({ queryKey });
      list.refresh([note.id]);
    },
  });

  function moveTo(note: Note, target: string, onStored: () => void): void {
    mutate({
      note,
      apply: (list) => without(list, note),
      store: () => moveToBoard(client, note.id, target),
      refusal: 'moveRefused',
      onStored,
      retry: () => moveTo(note, target, onStored),
    });
  }

  return {
    setDone: (note, done) =>
      mutate({
        note,
        apply: (list) => ({ ...list, notes: list.notes.map((other) => (other.id === note.id ? { ...other, done } : other)) }),
        store: () => setDone(client, note.id, done),
        refusal: 'doneRefused',
      }),
    check: (note, item, checked) =>
      mutate({
        note,
        apply: (list) => ({
          ...list,
          notes: list.notes.map((other) => (other.id === note.id ? { ...other, body: withItem(other.body, item, checked) ?? other.body } : other)),
        }),
        store: () => checkItem(client, note, item, checked),
        refusal: 'doneRefused',
      }),
    move: (note, after) =>
      mutate({
        note,
        view: { order: 'own' },
        apply: (list) => {
          const others = list.notes.filter(({ id }) => id !== note.id);
          const to = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1;
          return { ...list, notes: others.toSpliced(to, 0, note) };
        },
        store: () => moveNote(client, note.id, after),
        isMove: true,
        refusal: 'moveRefused',
      }),
    moveTo,
    remove: (note, onStored) =>
      mutate({
        note,
        apply: (list) => without(list, note),
        store: () => deleteRow(client, 'note', note.id),
        refusal: 'deleteRefused',
        onStored,
      }),
  };
}

function without(list: NotesList, { id }: Note): NotesList {
  const notes = list.notes.filter((other) => other.id !== id);
  return { ...list, notes, total: list.total - (list.notes.length - notes.length) };
}
