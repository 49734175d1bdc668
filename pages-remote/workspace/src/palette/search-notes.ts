import * as v from 'valibot';
import type { SearchContext, SearchResult } from '@atrium/page-kit/contract/page-module';
import { withoutMarks } from '../model/checklist.ts';
import { searchWords } from '../model/notes-view.ts';
import { NOTES_TABLE } from '../model/notes.ts';
import { readRows } from '../model/workspace-error.ts';

/** Maximum number of results. */
const MAX_RESULTS = 8;

/** Characters of a body before the word that was found. */
const BEFORE = 24;

/** Maximum number of characters of the name of a board and a body together: the palette cuts off a longer detail. */
const LONGEST_DETAIL = 180;

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
    detail: [name, excerptOf(body, query, LONGEST_DETAIL - name.length)].filter((part) => part !== '').map((part) => `\u2068${part}\u2069`).join(' · '),
    icon: 'file-text',
    to: { page: 'workspace.board', params: { board }, search: { q: query } },
  }));
}

/** The part of a body around the first word that was found, at most `length` characters; empty if there is none, as when only the title has it. */
function excerptOf(body: string, query: string, length: number): string {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  const text = withoutMarks(body).replaceAll(/\s+/g, ' ').trim();
  const found = words.length === 0 ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'iu').exec(text)?.index;
  if (found === undefined) return '';
  const earliest = Math.max(0, found - BEFORE);
  // From the beginning of a word, if one begins before the match.
  const space = earliest === 0 ? -1 : text.indexOf(' ', earliest);
  const start = space >= 0 && space < found ? space + 1 : earliest;
  const rest = Array.from(text.slice(start));
  return `${start > 0 ? '… ' : ''}${rest.slice(0, length).join('')}${rest.length > length ? '…' : ''}`;
}
