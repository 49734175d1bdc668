import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { assertSuccess, isDuplicate, readRows } from './workspace-error.ts';

const TABLE = 'workspace_favourites';

/**
 * The ids of the boards that the user has starred, in the order in which they did it.
 * @throws {WorkspaceError}
 */
export async function listFavourites(client: SupabaseClient, signal: AbortSignal): Promise<readonly string[]> {
  const response = await client.from(TABLE).select('board').order('created_at').order('board').abortSignal(signal);
  return readRows(v.object({ board: v.string() }), response).map(({ board }) => board);
}

/**
 * Stars a board, or removes the star. Repeating it is not an error.
 * @throws {WorkspaceError}
 */
export async function setFavourite(client: SupabaseClient, board: string, isFavourite: boolean): Promise<void> {
  if (!isFavourite) return assertSuccess(await client.from(TABLE).delete().eq('board', board));
  const response = await client.from(TABLE).insert({ board });
  if (!isDuplicate(response)) assertSuccess(response);
}
