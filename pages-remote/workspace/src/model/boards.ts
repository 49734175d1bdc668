import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { deleteRow } from './deletions.ts';
import { assertSuccess, isDuplicate, readRows, WorkspaceError } from './workspace-error.ts';

/** The table of the boards. */
export const BOARDS_TABLE = 'workspace_boards';
const COLUMNS = 'id,name,owner,created_at,workspace_members(person),workspace_channels(channel),account_profiles!workspace_boards_owner_fkey(name)';

const boardSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** User id of the owner. */
  owner: v.string(),
  /** The owner's profile. */
  account_profiles: v.nullable(v.object({ name: v.string() })),
  created_at: v.string(),
  workspace_members: v.array(v.object({ person: v.string() })),
  /** The name of its realtime channel, which changes when a member leaves. */
  workspace_channels: v.object({ channel: v.string() }),
});

/** A row of `workspace_boards`, with the columns that this module reads. */
export type Board = Readonly<v.InferOutput<typeof boardSchema>>;

/** Longest name of a board, in characters. */
export const NAME_LENGTH = 100;

/**
 * All boards that the user owns or is a member of, the oldest first.
 * @throws {WorkspaceError}
 */
export async function listBoards(client: SupabaseClient, signal: AbortSignal): Promise<readonly Board[]> {
  return readRows(boardSchema, await client.from(BOARDS_TABLE).select(COLUMNS).order('created_at').order('id').abortSignal(signal));
}

/** Recently changed notes that count for {@link listRecentBoards}. */
const RECENT_NOTES = 100;

/** A board with the time of its last change, ISO 8601. */
export interface RecentBoard extends Pick<Board, 'id' | 'name'> {
  readonly changedAt: string;
}

/**
 * All boards that the user can see, those with the latest changes of notes first. Only the last {@link RECENT_NOTES} notes are
 * read: a board whose notes are all older counts as changed when it was created.
 * @throws {WorkspaceError}
 */
export async function listRecentBoards(client: SupabaseClient, signal: AbortSignal): Promise<readonly RecentBoard[]> {
  const [boards, notes] = await Promise.all([
    listBoards(client, signal),
    client.from('workspace_notes').select('board,updated_at').order('updated_at', { ascending: false }).limit(RECENT_NOTES).abortSignal(signal),
  ]);
  const changes = readRows(v.object({ board: v.string(), updated_at: v.string() }), notes);
  const recent = boards.map(({ id, name, created_at: created }) => ({ id, name, changedAt: changes.find(({ board }) => board === id)?.updated_at ?? created }));
  return recent.toSorted((one, other) => Date.parse(other.changedAt) - Date.parse(one.changedAt));
}

/**
 * A board, or null if there is none that the user may see.
 * @throws {WorkspaceError}
 */
export async function findBoard(client: SupabaseClient, id: string, signal: AbortSignal): Promise<Board | null> {
  return readRows(boardSchema, await client.from(BOARDS_TABLE).select(COLUMNS).eq('id', id).abortSignal(signal))[0] ?? null;
}

/**
 * Creates a board with an id that the caller chose, so that repeating an attempt whose response was lost creates no second board.
 * @throws {WorkspaceError}
 */
export async function addBoard(client: SupabaseClient, board: Pick<Board, 'id' | 'name'>): Promise<void> {
  const response = await client.from(BOARDS_TABLE).insert({ id: board.id, name: board.name });
  if (!isDuplicate(response)) assertSuccess(response);
}

/** Renames one of the user's boards. @throws {WorkspaceError} also if the board is gone or belongs to another user */
export async function renameBoard(client: SupabaseClient, id: string, name: string): Promise<void> {
  const response = await client.from(BOARDS_TABLE).update({ name }).eq('id', id).select('id');
  assertSuccess(response);
  if (response.data?.length === 0) throw new WorkspaceError('refused', null);
}

/**
 * Deletes one of the user's boards and everything on it.
 * @throws {WorkspaceError} also if the board is gone or now belongs to another user
 */
export async function deleteBoard(client: SupabaseClient, person: string, id: string): Promise<void> {
  const owned = await client.from(BOARDS_TABLE).select('id').eq('id', id).eq('owner', person);
  assertSuccess(owned);
  if (owned.data?.length === 0) throw new WorkspaceError('refused', null);
  await deleteRow(client, 'board', id);
}
