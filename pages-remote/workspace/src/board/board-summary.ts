import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { readRows } from '../data/read-rows.ts';
import { assertAnswered } from '../data/workspace-error.ts';

const summarySchema = v.object({ notes: v.number(), done: v.number(), members: v.number() });

/** How much is on a board: numbers of notes, of done ones, and of people. */
export type BoardSummary = v.InferOutput<typeof summarySchema>;

/**
 * Counts what is on a board, in the database.
 * @throws {WorkspaceError}
 */
export async function summarise(client: SupabaseClient, board: string, signal: AbortSignal): Promise<BoardSummary | null> {
  const answer = await client.rpc('workspace_board_summary', { board }).abortSignal(signal);
  assertAnswered(answer);
  return readRows(summarySchema, answer.data)[0] ?? null;
}
