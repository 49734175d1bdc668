import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { sendFile, type SendFileOptions } from '@atrium/page-kit/send-file';
import { addFileRow, FILE_TYPES, removeBytes, storageFailure, uploadAddress } from '../../model/files.ts';
import type { Note } from '../../model/notes.ts';
import { FILE_LIMIT_MB, WorkspaceError } from '../../model/workspace-error.ts';
import { thumbnailOf } from './thumbnail.ts';

/** Media types for endings for which some systems have none, or another one: Windows calls ZIP `application/x-zip-compressed`, and CSV a file of Excel. */
const TYPES_BY_ENDING: Readonly<Record<string, string>> = { md: 'text/markdown', csv: 'text/csv', txt: 'text/plain', json: 'application/json', zip: 'application/zip' };

type UploadOptions = Required<Omit<SendFileOptions, 'type'>>;

/** The stored bytes of a file that has no row yet. */
export type StoredBytes = Parameters<typeof addFileRow>[1];

/**
 * Stores the bytes of a file of a note. {@link addFile} adds its row.
 * @throws {WorkspaceError} or the signal's reason if it was aborted
 */
export async function storeBytes(client: SupabaseClient, { board, id: note }: Pick<Note, 'board' | 'id'>, file: File, options: UploadOptions): Promise<StoredBytes> {
  const type = typeOf(file);
  assertAccepted(file, type);
  const id = crypto.randomUUID();
  const path = `${board}/${note}/${id}/${pathName(file.name)}`;
  const [address, thumbnail] = await Promise.all([uploadAddress(client, path), thumbnailOf(file, type)]);
  options.signal.throwIfAborted();
  try {
    const { status, text } = await sendFile(address, file, { ...options, type });
    if (status < 200 || status >= 300) throw new WorkspaceError(storageFailure({ status }), text);
    options.signal.throwIfAborted();
  } catch (failure) {
    // The last byte can have arrived all the same.
    void discard(client, { path });
    throw failure;
  }
  return { board, note, id, path, name: shownName(file.name), type, size: file.size, thumbnail };
}

/**
 * Adds the row of a file. If it is refused, removes the bytes.
 * @throws {WorkspaceError} `unreachable` if the row may be stored: adding it again is no error
 */
export async function addFile(client: SupabaseClient, bytes: StoredBytes): Promise<void> {
  try {
    await addFileRow(client, bytes);
  } catch (failure) {
    if (!isUnreachable(failure)) void discard(client, bytes);
    throw failure;
  }
}

/** Whether there was no response, so that the change may be stored. */
export function isUnreachable(failure: unknown): boolean {
  return failure instanceof WorkspaceError && failure.failure === 'unreachable';
}

/** Removes bytes that have no row. If that fails, the user still has to know only that the file is not stored. */
export async function discard(client: SupabaseClient, { path }: Pick<StoredBytes, 'path'>): Promise<void> {
  await removeBytes(client, path).catch(() => undefined);
}

/** The media type of a file without parameters. If the browser reports none that is accepted, the ending of the name decides. */
function typeOf({ name, type }: File): string {
  const given = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return FILE_TYPES.includes(given) ? given : (TYPES_BY_ENDING[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? given);
}

/** Refuses, before anything is sent, what the bucket would refuse. @throws {WorkspaceError} */
function assertAccepted(file: File, type: string): void {
  if (file.size > FILE_LIMIT_MB * 1024 * 1024) throw new WorkspaceError('fileTooLarge', null);
  if (!FILE_TYPES.includes(type)) throw new WorkspaceError('fileType', null);
}

/** Characters that the table refuses in names, because they hide the real ending. */
const FORBIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** A name that the table accepts. */
function shownName(name: string): string {
  return name.replace(FORBIDDEN, '').slice(-255) || 'file';
}

/**
 * A name that Storage accepts in a path: it refuses many characters (supabase/storage, `isValidKey`). The file's row has the
 * {@link shownName}.
 */
function pathName(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\w.-]+/g, '-');
  return plain.slice(-100).replace(/^[.-]+/, '') || 'file';
}
