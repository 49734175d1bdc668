import { WorkspaceError } from '../data/workspace-error.ts';
import { storageFailure } from './storage-failure.ts';

/** Milliseconds without any progress after which an upload counts as failed. */
const STALLED_MS = 30_000;

/** A file to be sent to a signed address. */
export interface FileToSend {
  readonly address: string;
  readonly file: Blob;
  readonly type: string;
  /** Called with the part that has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file to a signed address of Storage. By XMLHttpRequest, because `fetch`, which storage-js sends with, does not
 * say how much has been sent.
 * @throws {WorkspaceError} or what the signal was aborted with
 */
export function sendFile({ address, file, type, onProgress, signal }: FileToSend): Promise<void> {
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
      else reject(new WorkspaceError(storageFailure({ message: '', ...refusalOf(request) }), request.responseText));
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

/** The status that the body of a refusal has, or that of the answer. */
function refusalOf({ status, responseText }: XMLHttpRequest): { readonly status: number; readonly statusCode?: string } {
  const [, statusCode] = /"statusCode":\s*"?(\d{3})"?/.exec(responseText) ?? [];
  return { status, ...(statusCode !== undefined && { statusCode }) };
}
