import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { addFileRow, FILE_TYPES, removeBytes, storageFailure, uploadAddress } from '../../model/files.ts';
import type { Note } from '../../model/notes.ts';
import { FILE_LIMIT_MB, WorkspaceError } from '../../model/workspace-error.ts';
import { thumbnailOf } from './thumbnail.ts';

/** Milliseconds without progress after which an upload counts as failed. */
const STALLED_MS = 30_000;

/** Media types for endings that some systems have no type for. */
const TYPES_BY_ENDING: Readonly<Record<string, string>> = { md: 'text/markdown', csv: 'text/csv', txt: 'text/plain', json: 'application/json' };

interface UploadOptions {
  /** Called with the fraction that has been sent, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Stores a file of a note: its bytes, then its row. If the row is refused, removes the bytes.
 * @throws {WorkspaceError} or the signal's reason if it was aborted
 */
export async function uploadFile(client: SupabaseClient, { board, id: note }: Pick<Note, 'board' | 'id'>, file: File, options: UploadOptions): Promise<void> {
  const type = typeOf(file);
  assertAccepted(file, type);
  const id = crypto.randomUUID();
  const path = `${board}/${note}/${id}/${pathName(file.name)}`;
  const [address, thumbnail] = await Promise.all([uploadAddress(client, path), thumbnailOf(file, type)]);
  options.signal.throwIfAborted();
  await send(file, type, address, options);
  try {
    options.signal.throwIfAborted();
    await addFileRow(client, { board, note, id, path, name: file.name.slice(-255), type, size: file.size, thumbnail });
  } catch (failure) {
    // Bytes without a row cannot be found again. If they cannot be removed, the user still has to know only about the row.
    await removeBytes(client, path).catch(() => undefined);
    throw failure;
  }
}

/** The media type of a file without parameters. If the browser knows none, the ending of the name decides. */
function typeOf({ name, type }: File): string {
  const given = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return given === '' ? (TYPES_BY_ENDING[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '') : given;
}

/** Refuses, before anything is sent, what the bucket would refuse. @throws {WorkspaceError} */
function assertAccepted(file: File, type: string): void {
  if (file.size > FILE_LIMIT_MB * 1024 * 1024) throw new WorkspaceError('fileTooLarge', null);
  if (!FILE_TYPES.includes(type)) throw new WorkspaceError('fileType', null);
}

/**
 * A name that Storage accepts in a path: it refuses many characters (supabase/storage, `isValidKey`). The file's row keeps the
 * original name.
 */
function pathName(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
  return plain.slice(-100) || 'file';
}

/**
 * Sends a file to a signed URL of Storage. Uses XMLHttpRequest, because `fetch`, which storage-js uses, does not report
 * progress.
 * @throws {WorkspaceError} or the signal's reason if it was aborted
 */
function send(file: Blob, type: string, address: string, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const abort = () => request.abort();
    const fail = () => reject(signal.aborted ? (signal.reason as Error) : new WorkspaceError('unreachable', null));
    request.open('PUT', address);
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('x-upsert', 'false');
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new WorkspaceError(storageFailure(statusOf(request)), request.responseText));
    };
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    watch();
    request.send(file);
  });
}

/** The status of the response, and the one in its body if it has one. */
function statusOf({ status, responseText }: XMLHttpRequest): { readonly status: number; readonly statusCode?: string } {
  const [, statusCode] = /"statusCode":\s*"?(\d{3})"?/.exec(responseText) ?? [];
  return { status, ...(statusCode !== undefined && { statusCode }) };
}
