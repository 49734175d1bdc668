import { StoreUnavailableError } from '../../model/store-errors.ts';
import { requestService, hostOf, type ReleaseProject, type ServiceResponse } from './project-request.ts';

/** The private bucket that the migrations create. */
const BUCKET = 'atrium-releases';

/** The time limit for a file in milliseconds: a few megabytes over a slow connection. */
const TIMEOUT = 10_000;

/** The number of parallel uploads. */
const PARALLEL_UPLOADS = 6;

/** The number of files that one request removes. Hosted projects accept 1000. */
const REMOVED_PER_REQUEST = 500;

/** The key of a release's file in the bucket. Keys cannot contain `~`, so it becomes `=`, which paths cannot contain. */
export function fileKey(name: string, release: string, upload: string, path: string): string {
  return `${name}/${release}/${upload}/${path.replaceAll('~', '=')}`;
}

/** Uploads files by key, several in parallel. @throws StoreUnavailableError; some files may be stored by then */
export async function uploadFiles(project: ReleaseProject, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const waiting = [...files];
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await uploadFile(project, ...next);
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, worker));
  } finally {
    // After a failure, the other workers end with their current file.
    waiting.length = 0;
  }
}

/** Downloads a file; null if it does not exist. @throws StoreUnavailableError */
export async function downloadFile(project: ReleaseProject, key: string): Promise<Buffer | null> {
  const response = await requestService(project, { method: 'GET', path: `/storage/v1/object/authenticated/${BUCKET}/${key}`, timeout: TIMEOUT, retries: 1 });
  if (response.ok) return response.body;
  // The storage service returns 400 for a missing file; the body says 404.
  if (/"statusCode":\s*"?404/.test(response.body.toString('utf8'))) return null;
  throw refused(project, response);
}

/** Removes files; missing files are not an error. @throws StoreUnavailableError */
export async function removeFiles(project: ReleaseProject, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += REMOVED_PER_REQUEST) {
    const response = await requestService(project, {
      method: 'DELETE',
      path: `/storage/v1/object/${BUCKET}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: keys.slice(start, start + REMOVED_PER_REQUEST) }),
      timeout: TIMEOUT,
      retries: 2,
    });
    if (!response.ok) throw refused(project, response);
  }
}

async function uploadFile(project: ReleaseProject, key: string, content: Buffer): Promise<void> {
  const response = await requestService(project, {
    method: 'POST',
    path: `/storage/v1/object/${BUCKET}/${key}`,
    // A retry may find the file of the first attempt. No other process writes to these keys.
    headers: { 'content-type': 'application/octet-stream', 'x-upsert': 'true' },
    body: new Uint8Array(content),
    timeout: 6 * TIMEOUT,
    retries: 2,
  });
  if (!response.ok) throw refused(project, response);
}

function refused(project: ReleaseProject, { status }: ServiceResponse): StoreUnavailableError {
  return new StoreUnavailableError(`the storage of ${hostOf(project)} returned status ${status}; check the bucket ${BUCKET} and the key`);
}
