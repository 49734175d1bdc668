import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError, type WorkspaceError } from '../data/workspace-error.ts';
import { LastAsked } from './last-asked.ts';
import type { Note } from './note.ts';
import type { NotesOfBoard } from './notes-query.ts';
import { type NotesList, readByIds, readMore, readNotes, withChanged, withFurther, withMore } from './notes-list.ts';

/** Changed notes from which on it costs less to look through all that have been read. */
const MANY = 100;

/** The notes of a view, as far as they have been read. */
export interface NotesListState {
  readonly list: NotesList | undefined;
  /** Why they could not be read, the first time or again. */
  readonly failure: WorkspaceError | null;
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly moreFailure: WorkspaceError | null;
  /** Reads the next ones, unless that is being done. */
  readonly loadMore: () => void;
  /** Reads all again that have been read. */
  readonly retry: () => void;
  /** Asks what became of these notes, which somebody changed. */
  readonly refresh: (ids: readonly string[]) => Promise<void>;
  /** Shows a note as it has just been stored, where an older state of it stands; then asks whether the view still has it. */
  readonly put: (note: Note) => void;
}

/** Reads the notes of a view, and keeps the list as others and this page change it. */
export function useNotesList({ client, board, person, view }: NotesOfBoard): NotesListState {
  const queries = useQueryClient();
  const of = useMemo(() => ({ client, board, person, view }), [client, board, person, view]);
  const key = useMemo(() => queryKeys.notesView(board, view), [board, view]);
  const known = useCallback(() => queries.getQueryData<NotesList>(key), [queries, key]);
  const [asked] = useState(() => new LastAsked());
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = known();
      asked.askForAll();
      const read = await readNotes(of, before, signal);
      const now = known();
      return before && now ? withFurther(read, before, now) : read;
    },
  });
  const more = useMutation({
    mutationFn: async (list: NotesList) => ({ list, page: await readMore(of, list) }),
    onSuccess: ({ list, page }) => {
      queries.setQueryData<NotesList>(key, (now) => now && withMore(now, list, page));
    },
  });
  const { mutate, isPending } = more;
  const loadMore = useCallback(() => {
    const list = known();
    if (list?.more === true && !isPending) mutate(list);
  }, [known, isPending, mutate]);
  const refresh = useCallback(
    async (ids: readonly string[]) => {
      // Other views of the board are asked for anew when they are shown again.
      void queries.invalidateQueries({ queryKey: queryKeys.notes(board), refetchType: 'none' });
      void queries.invalidateQueries({ queryKey: queryKeys.summary(board) });
      const isReading = () => queries.isFetching({ queryKey: key }) > 0;
      // What is being read now may be older than the change, and would take its place: it is read again instead.
      if (ids.length > MANY || isReading()) return queries.invalidateQueries({ queryKey: key });
      const stillLast = asked.ask(ids);
      const changed = await readByIds(of, ids);
      const last = stillLast();
      if (last.length === 0) return;
      const now = known();
      const next = now && !isReading() ? withChanged(now, last, changed.filter(({ id }) => last.includes(id)), of) : null;
      if (next) queries.setQueryData(key, next);
      else await queries.invalidateQueries({ queryKey: key });
    },
    [queries, board, of, key, known, asked],
  );
  return {
    list: query.data,
    failure: query.error && asWorkspaceError(query.error),
    loading: query.isPending,
    loadingMore: isPending,
    moreFailure: more.error && asWorkspaceError(more.error),
    loadMore,
    retry: () => void query.refetch(),
    refresh,
    put: (note) => {
      queries.setQueryData<NotesList>(key, (now) => now && { ...now, notes: now.notes.map((other) => (other.id === note.id ? note : other)) });
      // It is stored: that the list cannot be read now is told by the connection's own notice.
      refresh([note.id]).catch(() => queries.invalidateQueries({ queryKey: key, refetchType: 'none' }));
    },
  };
}
