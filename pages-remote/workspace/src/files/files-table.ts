import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { readRows } from '../data/read-rows.ts';
import { assertAnswered } from '../data/workspace-error.ts';
import { fileSchema, type StoredFile } from './file.ts';
import { assertStored } from './storage-failure.ts';

const TABLE = 'workspace_attachments';
const COLUMNS = 'id,path,name,type,size,created_at';

/** The private bucket of the files of notes. */
export const BUCKET = 'workspace-files';

/**
 * The files of a note, the oldest first.
 * @throws {WorkspaceError}
 */
export async function listFiles(client: SupabaseClient, note: string, signal: AbortSignal): Promise<readonly StoredFile[]> {
  const answer = await client.from(TABLE).select(COLUMNS).eq('note', note).order('created_at').order('id').abortSignal(signal);
  assertAnswered(answer);
  return readRows(fileSchema, answer.data);
}

/** A file of a note, as it is added once its bytes are stored. */
export interface NewFileRow extends Pick<StoredFile, 'id' | 'path' | 'name' | 'type' | 'size'> {
  readonly board: string;
  readonly note: string;
}

/**
 * Adds the row of a file whose bytes are stored.
 * @throws {WorkspaceError}
 */
export async function addFileRow(client: SupabaseClient, { board, note, id, path, name, type, size }: NewFileRow): Promise<void> {
  const answer = await client.from(TABLE).insert({ board, note, id, path, name, type, size });
  if (answer.error?.code !== '23505') assertAnswered(answer);
}

/**
 * Removes bytes that no row names from the bucket; what is gone already is no failure.
 * @throws {WorkspaceError}
 */
export async function removeBytes(client: SupabaseClient, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const { error } = await client.storage.from(BUCKET).remove([...paths]);
  assertStored(error);
}
