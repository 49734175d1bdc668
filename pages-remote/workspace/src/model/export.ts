import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { BOARDS_TABLE } from './boards.ts';
import { readRows } from './workspace-error.ts';

/** Rows of one request. */
const PAGE = 500;

const schemas = {
  boards: v.object({ id: v.string(), name: v.string(), owner: v.string(), created_at: v.string() }),
  notes: v.object({ id: v.string(), board: v.string(), title: v.string(), body: v.string(), done: v.boolean(), created_at: v.string(), updated_at: v.string() }),
  files: v.object({ id: v.string(), board: v.string(), note: v.string(), name: v.string(), type: v.string(), size: v.number(), created_at: v.string() }),
};

/** What the workspace stores of a user: the boards that they are a member of, the notes that they wrote, and the files that they added. */
export interface WorkspaceExport {
  readonly boards: readonly { readonly id: string; readonly name: string; readonly isOwner: boolean; readonly createdAt: string }[];
  readonly notes: readonly v.InferOutput<typeof schemas.notes>[];
  readonly files: readonly v.InferOutput<typeof schemas.files>[];
}

/**
 * Reads the export of a user page by page, with their own session: row-level security returns nothing that they may not see, and
 * of notes and files only those of their own are asked for.
 * @throws {WorkspaceError}
 */
export async function loadExport(client: SupabaseClient, person: string, signal: AbortSignal, onProgress: (records: number) => void): Promise<WorkspaceExport> {
  let records = 0;

  async function readAll<Row extends { readonly id: string }>(schema: v.GenericSchema<unknown, Row>, table: string, columns: string, author: string | null): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (;;) {
      // Starts after the last id, because an offset skips rows when others are deleted meanwhile.
      let query = client.from(table).select(columns);
      if (author !== null) query = query.eq('author', author);
      const last = rows.at(-1);
      if (last) query = query.gt('id', last.id);
      const page = readRows(schema, await query.order('id').limit(PAGE).abortSignal(signal));
      rows.push(...page);
      records += page.length;
      onProgress(records);
      if (page.length < PAGE) return rows;
    }
  }

  const boards = await readAll(schemas.boards, BOARDS_TABLE, Object.keys(schemas.boards.entries).join(), null);
  const notes = await readAll(schemas.notes, 'workspace_notes', Object.keys(schemas.notes.entries).join(), person);
  const files = await readAll(schemas.files, 'workspace_attachments', Object.keys(schemas.files.entries).join(), person);
  return {
    boards: boards.map(({ id, name, owner, created_at: createdAt }) => ({ id, name, isOwner: owner === person, createdAt })),
    notes,
    files,
  };
}
