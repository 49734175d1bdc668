import * as v from 'valibot';
import type { SearchContext, SearchResult } from '@atrium/page-kit/contract/page-module';
import { searchWords } from '../model/notes-view.ts';
import { NOTES_TABLE } from '../model/notes.ts';
import { readRows } from '../model/workspace-error.ts';

/** Most results. */
const MAX_RESULTS = 8;

const noteSchema = v.object({ id: v.string(), title: v.string(), board: v.string(), workspace_boards: v.object({ name: v.string() }) });

/**
 * The notes on any board with words that begin as those of a query, the last changed first. A result opens its board with the same
 * search, because a long board does not load all of its notes.
 * @throws {WorkspaceError}
 */
export default async function searchNotes(query: string, { auth, signal }: SearchContext): Promise<readonly SearchResult[]> {
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
