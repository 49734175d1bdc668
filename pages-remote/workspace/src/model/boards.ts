import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { deleteRow } from './deletions.ts';
import { roleSchema } from './roles.ts';
import { assertSuccess, isDuplicate, readRows, WorkspaceError } from './workspace-error.ts';

/** The table of the boards. */
export const BOARDS_TABLE = 'workspace_boards';
const COLUMNS =
  'id,name,tint,owner,created_at,workspace_members(person,role,account_profiles(name)),workspace_channels(channel),account_profiles!workspace_boards_owner_fkey(name)';

/** The tints of boards. The first is the token `--atrium-tint-1`, and so on. */
export const TINTS = ['teal', 'blue', 'violet', 'pink', 'orange', 'yellow', 'green', 'grey'] as const;

/** A tint of a board. */
export type Tint = (typeof TINTS)[number];

/** The name of a tint in the kit, such as `tint-3`: of its token, and as an icon. */
export function kitTint(tint: Tint): string {
  return `tint-${TINTS.indexOf(tint) + 1}`;
}

/** The tint that the fewest of these boards have; of several, the first. A new board with it is told apart best. */
export function rarestTint(boards: readonly Pick<Board, 'tint'>[]): Tint {
  const uses = (tint: Tint) => boards.filter((board) => board.tint === tint).length;
  return TINTS.reduce((rarest, tint) => (uses(tint) < uses(rarest) ? tint : rarest));
}

/** A tint that only a later release knows is shown as grey. */
export const tintSchema = v.fallback(v.picklist(TINTS), 'grey');

const boardSchema = v.object({
  id: v.string(),
  name: v.string(),
  tint: tintSchema,
  /** User id of the owner. */
  owner: v.string(),
  /** The owner's profile. */
  account_profiles: v.nullable(v.object({ name: v.string() })),
  created_at: v.string(),
  workspace_members: v.array(v.object({ person: v.string(), role: roleSchema, account_profiles: v.nullable(v.object({ name: v.string() })) })),
  /** The name of its realtime channel, which changes when a member leaves. */
  workspace_channels: v.object({ channel: v.string() }),
});

/** A row of `workspace_boards`, with the columns that this module reads. */
export type Board = Readonly<v.InferOutput<typeof boardSchema>>;

/** Longest name of a board, in characters. */
export const NAME_LENGTH = 100;

const countsSchema = v.object({
  board: v.string(),
  notes: v.number(),
  done: v.number(),
  last_change: v.string(),
  // Projects without the latest migration have no such columns.
  last_title: v.optional(v.nullable(v.string()), null),
  // An event that only a later migration knows is shown as a change.
  last_event: v.fallback(v.picklist(['added', 'edited', 'done', 'changed']), 'changed'),
  last_person: v.optional(v.nullable(v.string()), null),
});

/** The last change of a board's notes. */
interface LastChange {
  /** The note's title. */
  readonly title: string;
  readonly event: v.InferOutput<typeof countsSchema>['last_event'];
  /** User id of who did it; null if that is not known, or if their account is deleted. */
  readonly person: string | null;
}

/** A board with what is on it. */
export interface ListedBoard extends Board {
  /** Number of notes. */
  readonly notes: number;
  /** Number of done notes. */
  readonly done: number;
  /** When a note was last changed or, without notes, when the board was created. ISO 8601. */
  readonly changedAt: string;
  /** Null for a board without notes. */
  readonly lastChange: LastChange | null;
}

/**
 * All boards that the user owns or is a member of, the oldest first.
 * @throws {WorkspaceError}
 */
export async function listBoards(client: SupabaseClient, signal: AbortSignal): Promise<readonly ListedBoard[]> {
  const [boards, counted] = await Promise.all([
    client.from(BOARDS_TABLE).select(COLUMNS).order('created_at').order('id').abortSignal(signal),
    client.rpc('workspace_overview').abortSignal(signal),
  ]);
  const counts = new Map(readRows(countsSchema, counted).map((row) => [row.board, row]));
  return readRows(boardSchema, boards).map((board) => {
    // A board that was created between the two requests has no counts.
    const { notes = 0, done = 0, last_change: changedAt = board.created_at, last_title: title = null, last_event: event = 'changed', last_person: person = null } = counts.get(board.id) ?? {};
    return { ...board, notes, done, changedAt, lastChange: title === null ? null : { title, event, person } };
  });
}

/** The boards with the latest changes first. */
export function recentFirst(boards: readonly ListedBoard[]): readonly ListedBoard[] {
  return boards.toSorted((one, other) => Date.parse(other.changedAt) - Date.parse(one.changedAt));
}

/** Whether the name of a board has all words of a query, in any case and with any accents. */
export function isNamed({ name }: Pick<Board, 'name'>, query: string): boolean {
  const text = folded(name);
  return folded(query).split(/\s+/u).every((word) => text.includes(word));
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase();
}

/**
 * A board, or null if there is none that the user may see.
 * @throws {WorkspaceError}
 */
export async function findBoard(client: SupabaseClient, id: string, signal: AbortSignal): Promise<Board | null> {
  return readRows(boardSchema, await client.from(BOARDS_TABLE).select(COLUMNS).eq('id', id).abortSignal(signal))[0] ?? null;
}

/** A board to create. Without a tint, the database chooses one. */
export type AddedBoard = Pick<Board, 'id' | 'name'> & Partial<Pick<Board, 'tint'>>;

/**
 * Creates a board with an id that the caller chose, so that repeating an attempt whose response was lost creates no second board. The
 * name and the tint of the last attempt count.
 * @throws {WorkspaceError}
 */
export async function addBoard(client: SupabaseClient, board: AddedBoard): Promise<void> {
  const response = await client.from(BOARDS_TABLE).insert(board);
  const { id, ...values } = board;
  if (isDuplicate(response)) await changeBoard(client, id, values);
  else assertSuccess(response);
}

/** Changes the name or the tint of one of the user's boards. @throws {WorkspaceError} also if the board is gone or belongs to another user */
export async function changeBoard(client: SupabaseClient, id: string, change: { readonly name?: string; readonly tint?: Tint }): Promise<void> {
  const response = await client.from(BOARDS_TABLE).update(change).eq('id', id).select('id');
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

const deletedBoardSchema = v.object({ board: v.string(), name: v.string(), tint: tintSchema, deleted_at: v.string() });

/** One of the user's deleted boards. */
export type DeletedBoard = Readonly<v.InferOutput<typeof deletedBoardSchema>>;

/**
 * The user's deleted boards that can still be restored, the last deleted first.
 * @throws {WorkspaceError}
 */
export async function listDeletedBoards(client: SupabaseClient, signal: AbortSignal): Promise<readonly DeletedBoard[]> {
  return readRows(deletedBoardSchema, await client.rpc('workspace_deleted_boards').abortSignal(signal));
}

/** Days for which a deleted board can be restored. */
export const RESTORABLE_DAYS = 30;
