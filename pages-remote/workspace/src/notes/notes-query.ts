import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from './note.ts';
import { orderColumns, type NotesView } from './notes-view.ts';
import { searchWords } from './search-words.ts';

export const NOTES_TABLE = 'workspace_notes';

/** What a list of notes is asked of. */
export interface NotesOfBoard {
  readonly client: SupabaseClient;
  readonly board: string;
  /** Id of who asks. */
  readonly person: string;
  readonly view: NotesView;
}

const COLUMNS = 'id,board,title,body,done,position,version,author,created_at,updated_at';

/** What is read of a note. */
export const NOTE_COLUMNS = `${COLUMNS},workspace_attachments(id)`;

/** A request for notes of a board that fit a view, in its order; without bodies, `position` and the like still come. */
export function notesQuery({ client, board, person, view }: NotesOfBoard, { light = false, count = false } = {}) {
  const files = view.withFiles ? 'workspace_attachments!inner(id)' : 'workspace_attachments(id)';
  const columns = `${light ? COLUMNS.replace(',body', '') : COLUMNS},${files}`;
  const { column, descends } = orderColumns[view.order];
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
 * The condition of notes that come after one, for `or`: lists are read from a note on, not from a number, so that what
 * others add or delete meanwhile is neither repeated nor left out.
 */
export function afterNote(last: Pick<Note, 'id' | 'position' | 'created_at' | 'updated_at' | 'title'>, { order }: NotesView): string {
  const { column, descends } = orderColumns[order];
  const operator = descends ? 'lt' : 'gt';
  const value = quoted(last[column]);
  return `${column}.${operator}.${value},and(${column}.eq.${value},id.${operator}.${last.id})`;
}

/** A value that may have commas, brackets and quotes (docs.postgrest.org, "Reserved characters"). */
function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
