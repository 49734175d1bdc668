import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type NotesList, readByIds, readMore, readNotes, withChanged, withFurther, withMore } from '../model/notes-list.ts';
import type { NotesScope } from '../model/notes-view.ts';
import type { Note } from '../model/notes.ts';
import { queryKeys } from './query-keys.ts';

/** Above this many changed notes, refetching the list is cheaper than patching it. */
const MAX_PATCHED = 100;

/** The loaded notes of a view. */
export interface NotesListState {
  readonly list: NotesList | undefined;
  /** Returns the newest list, which a busy device may show only later. For keys that are pressed meanwhile. */
  readonly current: () => NotesList | undefined;
  /** Why the notes could not be loaded or reloaded. */
  readonly failure: Error | null;
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly moreFailure: Error | null;
  /** Loads the next notes, unless that is in progress. */
  readonly loadMore: () => void;
  /** Reloads all loaded notes. */
  readonly retry: () => void;
  /** Fetches these notes again, after a change of another user or of this page. If that fails, all loaded notes are fetched. */
  readonly refresh: (ids: readonly string[]) => void;
  /** Ignores what is fetched about a note until the returned function is called: it would show the state before a change that is being stored. */
  readonly startChange: (id: string) => () => void;
  /** Replaces a note by what was just stored, then checks whether the view still shows it. */
  readonly put: (note: Note) => void;
}

/** A request for the notes after a list. */
interface MoreOf {
  readonly key: ReturnType<typeof queryKeys.notesView>;
  readonly list: NotesList;
}

/** Loads the notes of a view, and keeps the list up to date as others and this page change it. */
export function useNotesList({ client, board, person, view }: NotesScope): NotesListState {
  const queries = useQueryClient();
  const scope = useMemo(() => ({ client, board, person, view }), [client, board, person, view]);
  const key = useMemo(() => queryKeys.notesView(board, view), [board, view]);
  const known = useCallback(() => queries.getQueryData<NotesList>(key), [queries, key]);
  const [requests] = useState(() => new LatestRequests());
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = known();
      requests.startForAll();
      const read = await readNotes(scope, before, signal);
      const now = known();
      return before && now ? withFurther(read, before, now) : read;
    },
  });
  const more = useMutation({
    mutationFn: async ({ list }: MoreOf) => readMore(scope, list),
    onSuccess: (page, { key: shownBy, list }) => {
      queries.setQueryData<NotesList>(shownBy, (now) => now && withMore(now, list, page));
    },
  });
  const { mutate } = more;
  // The last request can be that of another view.
  const isOwn = more.variables?.key === key;
  const isPending = isOwn && more.isPending;
  const loadMore = useCallback(() => {
    const list = known();
    if (list?.more === true && !isPending) mutate({ key, list });
  }, [known, isPending, mutate, key]);
  const patch = useCallback(
    async (ids: readonly string[]) => {
      // Other views of the board are refetched when they are shown again.
      void queries.invalidateQueries({ queryKey: queryKeys.notes(board), refetchType: 'none' });
      void queries.invalidateQueries({ queryKey: queryKeys.summary(board) });
      const isReading = () => queries.isFetching({ queryKey: key }) > 0;
      // A reload in progress may have read the notes before the change and would overwrite it, so it starts again.
      if (ids.length > MAX_PATCHED || isReading()) return queries.invalidateQueries({ queryKey: key });
      const finish = requests.start(ids);
      const changed = await readByIds(scope, ids);
      const current = finish();
      if (current.length === 0) return;
      const now = known();
      const next = now && !isReading() ? withChanged(now, current, changed.filter(({ id }) => current.includes(id)), scope) : null;
      if (next) queries.setQueryData(key, next);
      else await queries.invalidateQueries({ queryKey: key });
    },
    [queries, board, scope, key, known, requests],
  );
  const refresh = useCallback(
    (ids: readonly string[]) => {
      patch(ids).catch(() => queries.invalidateQueries({ queryKey: key }));
    },
    [patch, queries, key],
  );
  return {
    list: query.data,
    current: known,
    failure: query.error,
    loading: query.isPending,
    loadingMore: isPending,
    moreFailure: isOwn ? more.error : null,
    loadMore,
    retry: () => void query.refetch(),
    refresh,
    startChange: (id) => requests.startChange(id),
    put: (note) => {
      queries.setQueryData<NotesList>(key, (now) => now && { ...now, notes: now.notes.map((other) => (other.id === note.id ? note : other)) });
      refresh([note.id]);
    },
  };
}

/** Knows the latest request and the changes of each note, because responses can arrive in another order. */
class LatestRequests {
  readonly #requests = new Map<string, symbol>();
  /** The notes whose changes are being stored, once for each change. */
  #changes: readonly string[] = [];

  /** Starts a request for notes. Call the returned function once, with the response: it returns the ids that neither a later request nor a change covers. */
  start(ids: readonly string[]): () => readonly string[] {
    const request = Symbol('request');
    for (const id of ids) this.#requests.set(id, request);
    return () => ids.filter((id) => this.#requests.get(id) === request && this.#requests.delete(id) && !this.#changes.includes(id));
  }

  /** Starts a change of a note. Call the returned function once, when it is stored or refused. */
  startChange(id: string): () => void {
    this.#changes = [...this.#changes, id];
    return () => {
      this.#changes = this.#changes.toSpliced(this.#changes.indexOf(id), 1);
    };
  }

  /** Starts a request for all notes, which is the latest for each. */
  startForAll(): void {
    this.#requests.clear();
  }
}
