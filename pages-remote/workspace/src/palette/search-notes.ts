import * as v from 'valibot';
import type { SearchContext, SearchResult } from '@atrium/page-kit/contract/page-module';
import { searchWords } from '../model/notes-view.ts';
import { NOTES_TABLE } from '../model/notes.ts';
import { readRows } from '../model/workspace-error.ts';

/** Most results. */
const MAX_RESULTS = 8;

/** Characters of a body before the word that was found, and in all. */
const EXCERPT = { before: 24, length: 120 };

const noteSchema = v.object({ id: v.string(), title: v.string(), body: v.string(), board: v.string(), workspace_boards: v.object({ name: v.string() }) });

/**
 * The notes on any board with words that begin as those of a query, the last changed first. A result opens its board with the same
 * search, because a long board does not load all of its notes.
 * @throws {WorkspaceError}
 */
export default async function searchNotes(query: string, { auth, signal }: SearchContext): Promise<readonly SearchResult[]> {
  const words = searchWords(query);
  if (words === '') return [];
  const client = await auth.getSupabase();
  const request = client.from(NOTES_TABLE).select('id,title,body,board,workspace_boards(name)').textSearch('search', words, { config: 'simple' });
  const notes = readRows(noteSchema, await request.order('updated_at', { ascending: false }).limit(MAX_RESULTS).abortSignal(signal));
  return notes.map(({ id, title, body, board, workspace_boards: { name } }) => ({
    key: id,
    title,
    // Isolated: the name and the body can have different directions.
    detail: [name, excerptOf(body, query)].filter((part) => part !== '').map((part) => `\u2068${part}\u2069`).join(' · '),
    icon: 'file-text',
    to: { page: 'workspace.board', params: { board }, search: { q: query } },
  }));
}

/** The part of a body in which a word of the query is found; empty if there is none. */
function excerptOf(body: string, query: string): string {
  const words = query.split(/\s+/).map((word) => word.replace(/[\^$.*+?()[\]{}|/\\]/g, String.raw`\$&`));
  const text = body.replaceAll(/\s+/g, ' ').trim();
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'iu').exec(text)?.index;
  if (found === undefined) return '';
  // From the beginning of a word.
  const start = found <= EXCERPT.before ? 0 : text.indexOf(' ', found - EXCERPT.before) + 1;
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + EXCERPT.length)}`;
}
