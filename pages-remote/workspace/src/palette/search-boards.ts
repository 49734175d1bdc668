import * as v from 'valibot';
import type { SearchContext, SearchResult } from '@atrium/page-kit/contract/page-module';
import { BOARDS_TABLE, kitTint, tintSchema } from '../model/boards.ts';
import { readRows } from '../model/workspace-error.ts';

/** Maximum number of results. */
const MAX_RESULTS = 8;

const boardSchema = v.object({ id: v.string(), name: v.string(), tint: tintSchema });

/**
 * The boards whose names contain all words of a query.
 * @throws {WorkspaceError}
 */
export default async function searchBoards(query: string, { auth, signal }: SearchContext): Promise<readonly SearchResult[]> {
  const client = await auth.getSupabase();
  let request = client.from(BOARDS_TABLE).select('id,name,tint');
  for (const word of query.split(/\s+/)) request = request.ilike('name', `%${literalPattern(word)}%`);
  const boards = readRows(boardSchema, await request.order('name').limit(MAX_RESULTS).abortSignal(signal));
  return boards.map(({ id, name, tint }) => ({ key: id, title: name, icon: kitTint(tint), to: { page: 'workspace.board', params: { board: id } } }));
}

/** A word as a pattern for `ilike` that matches only itself. PostgREST replaces `*`, which cannot be escaped: it matches any character. */
function literalPattern(word: string): string {
  return word.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
}
