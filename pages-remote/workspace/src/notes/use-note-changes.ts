import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@atrium/page-kit/site';
import { holdUnsavedChanges } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { queryKeys } from '../data/query-keys.ts';
import { deleteRow } from '../data/deletions.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import type { Note } from './note.ts';
import type { NotesList } from './notes-list.ts';
import { notesText } from './notes-messages.ts';
import type { NotesView } from './notes-view.ts';
import { moveNote, setDone } from './notes-table.ts';

/** A change that shows before it is stored. */
interface Change {
  readonly note: Note;
  /** Part of the views whose lists change; all of them unless given. */
  readonly view?: Partial<NotesView>;
  /** The list as it will be. */
  readonly apply: (list: NotesList) => NotesList;
  readonly store: () => Promise<void>;
  /** Says what was refused, where it was. */
  readonly refusal: Parameters<typeof notesText>[0];
  readonly onStored?: (() => void) | undefined;
}

/** What can be done with a note of the list besides changing its text. */
export interface NoteChanges {
  readonly setDone: (note: Note, done: boolean) => void;
  /** Moves a note of a list in the board's own order behind another, or, with null, before all others. */
  readonly move: (note: Note, after: string | null) => void;
  readonly remove: (note: Note, onStored: () => void) => void;
}

/**
 * Changes that show at once. One that is refused is taken back, and told; `refresh` asks afterwards what became of a note.
 */
export function useNoteChanges(client: SupabaseClient, board: string, refresh: (ids: readonly string[]) => Promise<void>): NoteChanges {
  const queries = useQueryClient();
  const queryKey = queryKeys.notes(board);
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: async ({ store }: Change) => {
      // It looks done: the browser asks before a tab goes that has the request on its way still.
      const letGo = holdUnsavedChanges();
      try {
        await store();
      } finally {
        letGo();
      }
    },
    onMutate: async ({ apply, view = {} }) => {
      const wasReading = queries.isFetching({ queryKey }) > 0;
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueriesData<NotesList>({ queryKey });
      queries.setQueriesData<NotesList>({ queryKey: queryKeys.notesView(board, view) }, (list) => list && apply(list));
      return { before, wasReading };
    },
    onError: (error, { note, refusal }, context) => {
      // Where another change is on its way, its view is not taken back with this one.
      if (queries.isMutating({ mutationKey: queryKey }) === 1) context?.before.forEach(([key, list]) => queries.setQueryData(key, list));
      // What others did meanwhile is not in the lists of before.
      void queries.invalidateQueries({ queryKey });
      showToast({ tone: 'error', text: `${notesText(refusal, { title: note.title })} ${asWorkspaceError(error).message}` });
    },
    onSuccess: (_, { note, onStored }, { wasReading }) => {
      onStored?.();
      if (wasReading) return void queries.invalidateQueries({ queryKey });
      // The change is stored: that it cannot be read again now is told by the connection's own notice.
      refresh([note.id]).catch(() => queries.invalidateQueries({ queryKey, refetchType: 'none' }));
    },
  });
  return {
    setDone: (note, done) =>
      mutate({
        note,
        apply: (list) => ({ ...list, notes: list.notes.map((other) => (other.id === note.id ? { ...other, done } : other)) }),
        store: () => setDone(client, note.id, done),
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
        refusal: 'moveRefused',
      }),
    remove: (note, onStored) =>
      mutate({
        note,
        apply: (list) => {
          const notes = list.notes.filter(({ id }) => id !== note.id);
          return { ...list, notes, total: list.total - (list.notes.length - notes.length) };
        },
        store: () => deleteRow(client, 'note', note.id),
        refusal: 'deleteRefused',
        onStored,
      }),
  };
}
