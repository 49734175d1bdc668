import { useMutation, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import type { ListedBoard } from '../model/boards.ts';
import { setFavourite } from '../model/favourites.ts';
import { asWorkspaceError } from '../model/workspace-error.ts';
import { boardsQuery, favouritesQuery, loadOpeningNotes } from './first-data.ts';
import { queryKeys } from './query-keys.ts';

/** The user's boards. Every list of boards has the same cached data. */
export function useBoards(client: SupabaseClient): UseQueryResult<readonly ListedBoard[]> {
  return useQuery(boardsQuery(client));
}

/** Loads the lists of boards again after a change. A first load that is under way starts again: it may have read the boards before the change. */
export async function reloadBoards(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ queryKey: queryKeys.boards });
  await queries.invalidateQueries({ queryKey: queryKeys.boards });
}

/** The boards that the user has starred. */
export interface Favourites {
  readonly ids: readonly string[];
  readonly isPending: boolean;
  /** Stars a board or removes its star. The change shows immediately; if it cannot be stored, a toast says so. */
  readonly toggle: (board: string) => void;
}

/** The boards that the user has starred. If they cannot be loaded, lists of boards work without them. */
export function useFavourites(client: SupabaseClient): Favourites {
  const queries = useQueryClient();
  const { data: ids = [], isPending } = useQuery(favouritesQuery(client));
  const { mutate } = useMutation({
    mutationFn: ({ board, isFavourite }: { readonly board: string; readonly isFavourite: boolean }) => setFavourite(client, board, isFavourite),
    onMutate: async ({ board, isFavourite }) => {
      await queries.cancelQueries({ queryKey: queryKeys.favourites });
      const before = queries.getQueryData(queryKeys.favourites);
      queries.setQueryData<readonly string[]>(queryKeys.favourites, (now = []) => [...now.filter((id) => id !== board), ...(isFavourite ? [board] : [])]);
      return before;
    },
    onError: (error, _change, before) => {
      queries.setQueryData(queryKeys.favourites, before);
      showToast({ tone: 'error', text: asWorkspaceError(error).message });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.favourites }),
  });
  return { ids, isPending, toggle: (board) => mutate({ board, isFavourite: !ids.includes(board) }) };
}

/** Returns a function that loads a board and its notes ahead of time, when the user is likely to open it next. */
export function usePrefetchedBoard(client: SupabaseClient, person: string): (board: ListedBoard) => void {
  const queries = useQueryClient();
  return useCallback(
    (board) => {
      const key = queryKeys.board(board.id);
      const { dataUpdatedAt: updatedAt = 0 } = queries.getQueryState(queryKeys.boards) ?? {};
      if (queries.getQueryData(key) === undefined) queries.setQueryData(key, board, { updatedAt });
      loadOpeningNotes(queries, { client, board: board.id, person });
    },
    [queries, client, person],
  );
}

const summaryKeySchema = v.tuple([v.literal('board'), v.string(), v.literal('summary')]);
const summarySchema = v.object({ notes: v.number(), done: v.number() });

/** Takes the counts of an open board, which the board itself keeps up to date, over into the list of boards. */
export function useOpenBoardCounts(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || !v.is(summaryKeySchema, query.queryKey) || !v.is(summarySchema, query.state.data)) return;
        const [, board] = query.queryKey;
        const { notes, done } = query.state.data;
        const isOutdated = (listed: ListedBoard) => listed.id === board && (listed.notes !== notes || listed.done !== done);
        const listed = queries.getQueryData<readonly ListedBoard[]>(queryKeys.boards);
        if (!listed?.some(isOutdated)) return;
        // The other boards of the list are as old as before.
        const { dataUpdatedAt: updatedAt = 0 } = queries.getQueryState(queryKeys.boards) ?? {};
        queries.setQueryData(queryKeys.boards, listed.map((one) => (isOutdated(one) ? { ...one, notes, done } : one)), { updatedAt });
      }),
    [queries],
  );
}
