import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { BOARDS_TABLE } from './boards.ts';
import { FILES_TABLE } from './files.ts';
import { assertSuccess, readRows } from './workspace-error.ts';

/** Largest number of files whose sizes are read for their sum. */
const COUNTED_FILES = 1000;

/** How much an export contains. */
export interface ExportCounts {
  readonly boards: number;
  readonly notes: number;
  readonly files: number;
  /** Of all files, in bytes; null if there are too many to add up. */
  readonly bytes: number | null;
}

/** Counts what `loadExport` would read. @throws {WorkspaceError} */
export async function countExport(client: SupabaseClient, person: string, signal: AbortSignal): Promise<ExportCounts> {
  const [boards, notes, files] = await Promise.all([
    client.from(BOARDS_TABLE).select('id', { count: 'exact', head: true }).abortSignal(signal),
    client.from('workspace_notes').select('id', { count: 'exact', head: true }).eq('author', person).abortSignal(signal),
    client.from(FILES_TABLE).select('size', { count: 'exact' }).eq('author', person).limit(COUNTED_FILES).abortSignal(signal),
  ]);
  const sizes = readRows(v.object({ size: v.number() }), files);
  return {
    boards: countIn(boards),
    notes: countIn(notes),
    files: files.count ?? sizes.length,
    bytes: files.count === sizes.length ? sizes.reduce((sum, { size }) => sum + size, 0) : null,
  };
}

/** @throws {WorkspaceError} */
function countIn(response: Parameters<typeof assertSuccess>[0] & { readonly count: number | null }): number {
  assertSuccess(response);
  return response.count ?? 0;
}
