import * as v from 'valibot';
import type { SearchContext, SearchResult } from '@atrium/page-kit/contract/page-module';
import { searchWords } from '../model/notes-view.ts';
import { NOTES_TABLE } from '../model/notes.ts';
import { BOARDS_TABLE } from '../model/boards.ts';
import { readRows } from '../model/workspace-error.ts';

/** Most results of each search. */
const MAX_RESULTS = 8;

const boardSchema = v.object({ id: v.string(), name: v.string() });

const noteSchema = v.object({ id: v.string(), title: v.string(), board: v.string(), workspace_boards: v.object({ name: v.string() }) });

/**
 * The boards whose names contain all words of a query.
 * @throws {WorkspaceError}
 */
export async function searchBoards(query: string, { auth, signal }: SearchContext): Promise<readonly SearchResult[]> {
  const client = await auth.getSupabase();
  let request = client.from(BOARDS_TABLE).select('id,name');
  for (const word of query.split(/\s+/)) request = request.ilike('name', `%${literalPattern(word)}%`);
  const boards = readRows(boardSchema, await request.order('name').limit(MAX_RESULTS).abortSignal(signal));
  return boards.map(({ id, name }) => ({ key: id, title: name, icon: 'layout-grid', to: { page: 'workspace.board', params: { board: id } } }));
}

/**
 * The notes on any board with words that begin as those of a query, the last changed first. A result opens its board with the same
 * search, because a long board does not load all of its notes.
 * @throws {WorkspaceError}
 */
export async function searchNotes(query: string, { auth, signal }: SearchContext): Promise<readonly SearchResult[]> {
  const words = searchWords(query);
  if (words === '') return [];
  const client = await auth.getSupabase();
  const request = client.from(NOTES_TABLE).select('id,title,board,workspace_boards(name)').textSearch('search', words, { config: 'simple' });
  const notes = readRows(noteSchema, await request.order('updated_at', { ascending: false }).limit(MAX_RESULTS).abortSignal(signal));
  return notes.map(({ id, title, board, workspace_boards: { name } }) => ({
    key: id,
    title,
    detail: name,
    icon: 'file-text',
    to: { page: 'workspace.board', params: { board }, search: { q: query } },
  }));
}

/** A word as a pattern for `ilike` that matches only itself. PostgREST replaces `*`, which cannot be escaped: it matches any character. */
function literalPattern(word: string): string {
  return word.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
}
