/** Milliseconds without progress after which a transfer is given up. A slow one is not. */
const STALLED_MS = 30_000;

/** Options of {@link sendFile}. */
export interface SendFileOptions {
  /** The file's media type. */
  readonly type: string;
  /** Called with the fraction that was sent, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  /** Aborts the transfer. */
  readonly signal?: AbortSignal;
}

/** Storage's response to {@link sendFile}. */
export interface SentFile {
  /** The HTTP status, or the one in the body, which says more where that of HTTP is 400. 0 without a response. */
  readonly status: number;
  /** The body of the response. */
  readonly text: string;
}

/**
 * Sends a file to a signed URL of Supabase Storage (`createSignedUploadUrl`) and reports the progress. Uses XMLHttpRequest, because
 * `fetch`, and with it storage-js, reports none. Gives up after 30 seconds without progress, with status 0.
 *
 * @throws the reason of the signal if it was aborted
 */
export function sendFile(url: string, file: Blob, { type, onProgress, signal }: SendFileOptions): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let timer = setTimeout(abort, STALLED_MS);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(abort, STALLED_MS);
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve({ status: statusOf(request), text: request.responseText });
    };
    signal?.addEventListener('abort', abort);
    request.open('PUT', url);
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('x-upsert', 'false');
    request.send(file);
  });
}

function statusOf({ status, responseText }: XMLHttpRequest): number {
  return Number(/"statusCode":\s*"?(\d{3})"?/.exec(responseText)?.[1] ?? status);
}
