import { StoreAwayError } from '../../model/store-errors.ts';
import { askService, hostOf, type ReleaseProject, type ServiceAnswer } from './project-request.ts';

/** The private bucket that the migrations make. */
const bucket = 'atrium-releases';

/** Milliseconds for a file: some megabytes over a slow line. */
const timeout = 10_000;

/** So many files are uploaded at once. */
const uploadsAtOnce = 6;

/** So many files are removed by one request: hosted projects take 1000. */
const removedAtOnce = 500;

/** The key of a release's file in the bucket. A path may have `~`, which keys may not; it has no `=`. */
export function fileKey(name: string, release: string, upload: string, path: string): string {
  return `${name}/${release}/${upload}/${path.replaceAll('~', '=')}`;
}

/** Uploads files by their keys, some at a time. @throws StoreAwayError; some may be there then */
export async function uploadFiles(project: ReleaseProject, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const waiting = [...files];
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await uploadFile(project, ...next);
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, worker));
}

/** Reads a file; null if there is none. @throws StoreAwayError */
export async function downloadFile(project: ReleaseProject, key: string): Promise<Buffer | null> {
  const answer = await askService(project, { method: 'GET', path: `/storage/v1/object/authenticated/${bucket}/${key}`, timeout, retries: 1 });
  if (answer.ok) return answer.body;
  // The storage service answers 400 for what is not there; its body says 404.
  if (/"statusCode":\s*"?404/.test(answer.body.toString('utf8'))) return null;
  throw refused(project, answer);
}

/** Removes files; those that are not there are removed already. @throws StoreAwayError */
export async function removeFiles(project: ReleaseProject, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += removedAtOnce) {
    const answer = await askService(project, {
      method: 'DELETE',
      path: `/storage/v1/object/${bucket}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: keys.slice(start, start + removedAtOnce) }),
      timeout,
      retries: 2,
    });
    if (!answer.ok) throw refused(project, answer);
  }
}

async function uploadFile(project: ReleaseProject, key: string, content: Buffer): Promise<void> {
  const answer = await askService(project, {
    method: 'POST',
    path: `/storage/v1/object/${bucket}/${key}`,
    // A repetition may find what the first attempt left; nobody else writes to these keys.
    headers: { 'content-type': 'application/octet-stream', 'x-upsert': 'true' },
    body: new Uint8Array(content),
    timeout: 6 * timeout,
    retries: 2,
  });
  if (!answer.ok) throw refused(project, answer);
}

function refused(project: ReleaseProject, { status }: ServiceAnswer): StoreAwayError {
  return new StoreAwayError(`the storage of ${hostOf(project)} answers with status ${status}; look at the bucket ${bucket} and the key`);
}
