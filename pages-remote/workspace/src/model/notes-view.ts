import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { NOTE_COLUMNS, NOTES_TABLE, type Note } from './notes.ts';

type NotesOrder = 'own' | 'newest' | 'changed' | 'title';

/** Which notes of a board are shown, and in which order. */
export interface NotesView {
  /** Words that a note must contain. Each may be the beginning of a word. */
  readonly search: string;
  readonly state: 'all' | 'open' | 'done';
  /** Whether only the signed-in user's notes are shown. */
  readonly mine: boolean;
  readonly withFiles: boolean;
  readonly order: NotesOrder;
}

/** The view with which a board opens. */
export const OPENING_VIEW: NotesView = { search: '', state: 'all', mine: false, withFiles: false, order: 'own' };

/** The notes that a query is about. */
export interface NotesScope {
  readonly client: SupabaseClient;
  readonly board: string;
  /** Id of the signed-in user. */
  readonly person: string;
  readonly view: NotesView;
}

/** The column of each order. Notes with equal values are ordered by id. */
const ORDER_COLUMNS = {
  own: { column: 'position', descends: false },
  newest: { column: 'created_at', descends: true },
  changed: { column: 'updated_at', descends: true },
  title: { column: 'title', descends: false },
} as const satisfies Record<NotesOrder, { readonly column: keyof Note; readonly descends: boolean }>;

/** Whether a view shows every note of its board. */
export function showsAll({ search, state, mine, withFiles }: NotesView): boolean {
  return search === '' && state === 'all' && !mine && !withFiles;
}

/** Compares two notes as the database does; null for titles, whose collation browsers do not know. */
export function comparisonOf(order: NotesOrder): ((one: Note, other: Note) => number) | null {
  if (order === 'title') return null;
  const { column, descends } = ORDER_COLUMNS[order];
  return (one, other) => {
    const ascending = compare(one[column], other[column]) || compare(one.id, other.id);
    return descends ? -ascending : ascending;
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A query for the notes of a view, in its order. `light` leaves out the bodies; `count` asks for the total number. */
export function notesQuery({ client, board, person, view }: NotesScope, { light = false, count = false } = {}) {
  const files = view.withFiles ? 'workspace_attachments!inner(id,type)' : 'workspace_attachments(id,type)';
  const columns = `${light ? NOTE_COLUMNS.replace(',body', '') : NOTE_COLUMNS},${files}`;
  const { column, descends } = ORDER_COLUMNS[view.order];
  let query = client
    .from(NOTES_TABLE)
    .select(columns, count ? { count: 'exact' } : {})
    .eq('board', board);
  if (view.state !== 'all') query = query.eq('done', view.state === 'done');
  if (view.mine) query = query.eq('author', person);
  const words = searchWords(view.search);
  if (words !== '') query = query.textSearch('search', words, { config: 'simple' });
  return query.order(column, { ascending: !descends }).order('id', { ascending: !descends });
}

/**
 * A search text for `to_tsquery`. Each word is a prefix, so that results appear while the user types. Words are quoted, so that
 * the database splits a word such as `3.14` or `it's` by the same rules as the notes (postgresql.org/docs, "Parsing Queries").
 */
export function searchWords(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`)
    .join(' & ');
}

/**
 * The condition for notes after `last`, for PostgREST's `or`. Lists continue after a note instead of at an offset, so that notes
 * that others add or delete meanwhile are neither repeated nor left out.
 */
export function afterNote(last: Pick<Note, 'id' | 'position' | 'created_at' | 'updated_at' | 'title'>, { order }: NotesView): string {
  const { column, descends } = ORDER_COLUMNS[order];
  const operator = descends ? 'lt' : 'gt';
  const value = quoted(last[column]);
  return `${column}.${operator}.${value},and(${column}.eq.${value},id.${operator}.${last.id})`;
}

/** A value that may contain commas, parentheses and quotes (docs.postgrest.org, "Reserved characters"). */
function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
