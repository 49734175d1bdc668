import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { SlotProps } from '@atrium/page-kit/contract/site';
import { BOARDS_TABLE } from './boards.ts';
import { FILES_TABLE, filePathSchema, readBytes } from './files.ts';
import { readRows } from './workspace-error.ts';

/** Rows of one request. */
const PAGE = 500;

const schemas = {
  boards: v.object({ id: v.string(), name: v.string(), owner: v.string(), created_at: v.string() }),
  notes: v.object({ id: v.string(), board: v.string(), title: v.string(), body: v.string(), done: v.boolean(), created_at: v.string(), updated_at: v.string() }),
  files: v.object({ id: v.string(), board: v.string(), note: v.string(), path: filePathSchema, name: v.string(), type: v.string(), size: v.number(), created_at: v.string() }),
};

/** What the workspace stores of a user: the boards that they are a member of, the notes that they wrote, and the files that they added. */
interface WorkspaceExport {
  readonly boards: readonly { readonly id: string; readonly name: string; readonly isOwner: boolean; readonly createdAt: string }[];
  readonly notes: readonly v.InferOutput<typeof schemas.notes>[];
  /** `path` is the file's path in the archive; null if it is left out. */
  readonly files: readonly (Omit<v.InferOutput<typeof schemas.files>, 'path'> & { readonly path: string | null })[];
}

type PartLoader = Parameters<SlotProps<'account.data'>['addPart']>[1];

/** What to read for an export. */
interface ExportRun {
  readonly person: string;
  readonly signal: AbortSignal;
  readonly onProgress: (records: number) => void;
  /** Whether the user wants boards and notes. Otherwise, only files are read, and the boards that name their folders. */
  readonly withNotes: boolean;
  /** Adds a file to the archive, and returns its path there. Undefined if the user wants no files, or the account page saves none. */
  readonly addFile: Parameters<PartLoader>[2];
}

/**
 * Reads the export of a user page by page, with their own session: row-level security returns nothing that they may not see, and
 * of notes and files only those of their own are asked for.
 * @throws {WorkspaceError}
 */
export async function loadExport(client: SupabaseClient, { person, signal, onProgress, withNotes, addFile }: ExportRun): Promise<Partial<WorkspaceExport>> {
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

  if (!withNotes && !addFile) return {};
  const boards = await readAll(schemas.boards, BOARDS_TABLE, Object.keys(schemas.boards.entries).join(), null);
  const folders = folderNames(boards);
  const notes = withNotes ? await readAll(schemas.notes, 'workspace_notes', Object.keys(schemas.notes.entries).join(), person) : [];
  const stored = await readAll(schemas.files, FILES_TABLE, Object.keys(schemas.files.entries).join(), person);
  const files = stored.map((file) => {
    const path = addFile?.({ path: [folders.get(file.board) ?? file.board, file.name], read: (ofFile) => readBytes(client, file.path, ofFile) });
    return { ...file, path: path ?? null };
  });
  if (!withNotes) return { files };
  return {
    boards: boards.map(({ id, name, owner, created_at: createdAt }) => ({ id, name, isOwner: owner === person, createdAt })),
    notes,
    files,
  };
}

/** The folders of boards, by id: their names, with a number where an earlier board has the same. */
function folderNames(boards: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> {
  const uses = new Map<string, number>();
  return new Map(boards.map(({ id, name }) => {
    const use = (uses.get(name) ?? 0) + 1;
    uses.set(name, use);
    return [id, use === 1 ? name : `${name} (${String(use)})`];
  }));
}
