import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { findBoard, listBoards } from '../model/boards.ts';
import { listFavourites } from '../model/favourites.ts';
import { listMyInvitations } from '../model/invitations.ts';
import { readNotes } from '../model/notes-list.ts';
import { OPENING_VIEW, type NotesScope } from '../model/notes-view.ts';
import { queryKeys } from './query-keys.ts';

/** The user's boards. */
export function boardsQuery(client: SupabaseClient) {
  return queryOptions({ queryKey: queryKeys.boards, queryFn: ({ signal }) => listBoards(client, signal) });
}

/** The boards that the user has starred. */
export function favouritesQuery(client: SupabaseClient) {
  return queryOptions({ queryKey: queryKeys.favourites, queryFn: ({ signal }) => listFavourites(client, signal) });
}

/** The invitations to boards of others. */
export function myInvitationsQuery(client: SupabaseClient) {
  return queryOptions({ queryKey: queryKeys.myInvitations, queryFn: ({ signal }) => listMyInvitations(client, signal) });
}

/** One board; null if the user cannot see it. */
export function boardQuery(client: SupabaseClient, board: string) {
  return queryOptions({ queryKey: queryKeys.board(board), queryFn: ({ signal }) => findBoard(client, board, signal) });
}

/** Loads what the list of boards shows first, unless it is fresh. */
export function loadBoards(queries: QueryClient, client: SupabaseClient): void {
  void queries.prefetchQuery(boardsQuery(client));
  void queries.prefetchQuery(favouritesQuery(client));
  void queries.prefetchQuery(myInvitationsQuery(client));
}

/** Loads the notes with which a board opens, unless they are fresh. */
export function loadOpeningNotes(queries: QueryClient, scope: Omit<NotesScope, 'view'>): void {
  void queries.prefetchQuery({
    queryKey: queryKeys.notesView(scope.board, OPENING_VIEW),
    queryFn: ({ signal }) => readNotes({ ...scope, view: OPENING_VIEW }, undefined, signal),
  });
}
