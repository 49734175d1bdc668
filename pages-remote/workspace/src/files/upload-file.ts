import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { WorkspaceError } from '../data/workspace-error.ts';
import type { Note } from '../notes/note.ts';
import { checkFile, pathName, typeOf } from './check-file.ts';
import { addFileRow, BUCKET, removeBytes } from './files-table.ts';
import { sendFile } from './send-file.ts';
import { assertStored } from './storage-failure.ts';

/** What an upload tells, and what ends it. */
export interface UploadOptions {
  /** Called with the part that has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Stores a file of a note: its bytes, then its row. Where the row is refused, the bytes go again.
 * @throws {WorkspaceError} or what the signal was aborted with
 */
export async function uploadFile(client: SupabaseClient, { board, id: note }: Pick<Note, 'board' | 'id'>, file: File, { onProgress, signal }: UploadOptions): Promise<void> {
  const wrong = checkFile(file);
  if (wrong) throw wrong;
  const id = crypto.randomUUID();
  const path = `${board}/${note}/${id}/${pathName(file.name)}`;
  const type = typeOf(file);
  const { data, error } = await client.storage.from(BUCKET).createSignedUploadUrl(path);
  assertStored(error);
  if (!data) throw new WorkspaceError('unknown', error);
  signal.throwIfAborted();
  await sendFile({ address: data.signedUrl, file, type, onProgress, signal });
  try {
    signal.throwIfAborted();
    await addFileRow(client, { board, note, id, path, name: file.name.slice(-255), type, size: file.size });
  } catch (failure) {
    // What nobody could find again is not left behind; that it cannot be removed either changes nothing for the person.
    await removeBytes(client, [path]).catch(() => undefined);
    throw failure;
  }
}
