import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { readRows } from '../data/read-rows.ts';
import { assertAnswered, WorkspaceError } from '../data/workspace-error.ts';
import { fileSchema, type StoredFile } from './file.ts';
import { assertStored } from './storage-failure.ts';

const TABLE = 'workspace_attachments';
const COLUMNS = 'id,path,name,type,size,created_at';

/** Files that one request removes at most, so that a board with many of them is not one long request. */
const MOST_PATHS = 100;

/** The private bucket of the files of notes. */
export const BUCKET = 'workspace-files';

const pathSchema = v.object({ path: v.string() });

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
 * Deletes a file: its bytes, then its row.
 * @throws {WorkspaceError}
 */
export async function removeFile(client: SupabaseClient, { id, path }: Pick<StoredFile, 'id' | 'path'>): Promise<void> {
  await removeBytes(client, [path]);
  assertAnswered(await client.from(TABLE).delete().eq('id', id));
}

/**
 * Deletes the bytes of all files of a note; the rows go with the note.
 * @throws {WorkspaceError}
 */
export async function removeFilesOfNote(client: SupabaseClient, note: string): Promise<void> {
  await removeBytes(client, await pathsOfNote(client, note));
}

/**
 * Makes sure that a note has no files.
 * @throws {WorkspaceError} also where it has some
 */
export async function assertNoFiles(client: SupabaseClient, note: string): Promise<void> {
  const paths = await pathsOfNote(client, note);
  if (paths.length > 0) throw new WorkspaceError('filesMeanwhile', null);
}

async function pathsOfNote(client: SupabaseClient, note: string): Promise<readonly string[]> {
  const answer = await client.from(TABLE).select('path').eq('note', note);
  assertAnswered(answer);
  return readRows(pathSchema, answer.data).map(({ path }) => path);
}

/**
 * Deletes the bytes of all files of a board; the rows go with the board.
 * @throws {WorkspaceError}
 */
export async function removeFilesOfBoard(client: SupabaseClient, board: string): Promise<void> {
  let after = '';
  for (;;) {
    const answer = await client.from(TABLE).select('path').eq('board', board).gt('path', after).order('path').limit(MOST_PATHS);
    assertAnswered(answer);
    const paths = readRows(pathSchema, answer.data).map(({ path }) => path);
    await removeBytes(client, paths);
    if (paths.length < MOST_PATHS) return;
    after = paths.at(-1) ?? after;
  }
}

/**
 * Removes bytes from the bucket; what is gone already is no failure.
 * @throws {WorkspaceError}
 */
export async function removeBytes(client: SupabaseClient, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const { error } = await client.storage.from(BUCKET).remove([...paths]);
  assertStored(error);
}
