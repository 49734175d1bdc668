import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { sendFile } from '@atrium/page-kit/send-file';
import type { Picture } from './chosen-picture.ts';

const BUCKET = 'account-avatars';
const TABLE = 'account_profiles';

/** How long the signed URL of a picture works, in seconds: longer than users stay on one page. */
const ADDRESS_SECONDS = 3600;

/** A file that is older than the new picture by this many milliseconds was left by a failed upload, not by one that is running in another tab. */
const ABANDONED_AFTER_MS = 3_600_000;

/** A path is `<user id>/<file name>`. Another form could lead a request to another URL. */
const pathSchema = v.pipe(v.string(), v.regex(/^[\da-f-]{36}\/\w[\w.-]*$/));
const profilesSchema = v.array(v.object({ avatar_path: v.nullable(pathSchema) }));
const filesSchema = v.array(v.object({ name: v.string(), created_at: v.nullable(v.string()) }));

/** A user's picture in the bucket. The URL is null when the service could not sign one. */
export interface StoredPicture {
  readonly path: string;
  readonly address: string | null;
}

/**
 * Why a picture could not be loaded, saved or removed. `tooLarge` and `type`: the service refused the file. `offline`: no
 * response. `refused`: a policy forbids it, or there is no session. `serverError`: everything else.
 */
export type PictureErrorReason = 'tooLarge' | 'type' | 'offline' | 'refused' | 'serverError';

/** A picture could not be loaded, saved or removed. The previous one is unchanged. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly reason: PictureErrorReason;

  constructor(reason: PictureErrorReason, cause: unknown) {
    super(`The picture failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Loads a user's picture; null when they have none. @throws {PictureError} */
export async function findPicture(client: SupabaseClient, userId: string): Promise<StoredPicture | null> {
  const path = readPath(await client.from(TABLE).select('avatar_path').eq('person', userId));
  if (path === null) return null;
  return withAddress(client, path);
}

/**
 * Uploads a picture and makes it the user's picture. Deletes the previous one only then.
 *
 * @param onProgress called with the part that is uploaded, from 0 to 1
 * @throws {PictureError} when the previous picture is still in use
 */
export async function storePicture(client: SupabaseClient, userId: string, picture: Picture, onProgress: (part: number) => void): Promise<StoredPicture> {
  await removeFailedUploads(client, userId);
  const path = `${userId}/${crypto.randomUUID()}.${picture.extension}`;
  const { data, error } = await client.storage.from(BUCKET).createSignedUploadUrl(path);
  if (error) throw new PictureError(reasonOfStatus(storageStatus(error)), error);
  const { status, text } = await sendFile(data.signedUrl, picture.file, { type: picture.type, onProgress });
  if (status < 200 || status >= 300) throw new PictureError(reasonOfStatus(status), text);
  const previous = await setPath(client, userId, path);
  await removeOldFiles(client, userId, { path, previous });
  return withAddress(client, path);
}

/** Removes a user's picture. @throws {PictureError} */
export async function removePicture(client: SupabaseClient, userId: string, { path }: StoredPicture): Promise<void> {
  await writePath(client, userId, null);
  // The picture is no longer shown. If this fails, the next upload deletes the file.
  await client.storage.from(BUCKET).remove([path]);
}

/** The file of a picture; null if it does not exist. @throws {PictureError} */
export async function downloadPicture(client: SupabaseClient, path: string, signal: AbortSignal): Promise<Blob | null> {
  const { data, error } = await client.storage.from(BUCKET).download(v.parse(pathSchema, path), {}, { signal });
  if (!error) return data;
  const status = storageStatus(error);
  if (status === 404) return null;
  throw new PictureError(reasonOfStatus(status), error);
}

async function withAddress(client: SupabaseClient, path: string): Promise<StoredPicture> {
  const { data } = await client.storage.from(BUCKET).createSignedUrl(path, ADDRESS_SECONDS);
  return { path, address: data?.signedUrl ?? null };
}

/**
 * Deletes the files of failed uploads, because the bucket limits the number of files per user. Ignores errors: if the limit
 * is still reached, the service refuses the upload.
 */
async function removeFailedUploads(client: SupabaseClient, userId: string): Promise<void> {
  const { data } = await client.storage.from(BUCKET).list(userId, { sortBy: { column: 'created_at', order: 'desc' } });
  const files = v.safeParse(filesSchema, data);
  // One file is in use, and another tab may be uploading one.
  if (!files.success || files.output.length <= 2) return;
  // Read the path after the files, so that a file that another tab has just put to use is not deleted.
  const profiles = v.safeParse(profilesSchema, (await client.from(TABLE).select('avatar_path').eq('person', userId)).data);
  const [row] = profiles.success ? profiles.output : [];
  if (!row) return;
  const unused = files.output.map(({ name }) => `${userId}/${name}`).filter((path) => path !== row.avatar_path);
  await client.storage.from(BUCKET).remove(unused.slice(1));
}

/** Makes a file the user's picture, and returns the previous path. Deletes the file when the service refuses. @throws {PictureError} */
async function setPath(client: SupabaseClient, userId: string, path: string): Promise<string | null> {
  try {
    const previous = readPath(await client.from(TABLE).select('avatar_path').eq('person', userId));
    await writePath(client, userId, path);
    return previous;
  } catch (failure) {
    // Without a response, the file may be in use.
    if (!(failure instanceof PictureError && failure.reason === 'offline')) await client.storage.from(BUCKET).remove([path]);
    throw failure;
  }
}

interface RowsResponse {
  readonly data: unknown;
  readonly error: unknown;
  readonly status: number;
}

/** @throws {PictureError} */
function readPath({ data, error, status }: RowsResponse): string | null {
  if (error !== null) throw new PictureError(reasonOfStatus(status), error);
  const rows = v.safeParse(profilesSchema, data);
  if (!rows.success) throw new PictureError('serverError', new v.ValiError(rows.issues));
  const [row] = rows.output;
  // Row-level security returns no rows instead of an error.
  if (!row) throw new PictureError('refused', 'no row');
  return row.avatar_path;
}

/** @throws {PictureError} */
async function writePath(client: SupabaseClient, userId: string, path: string | null): Promise<void> {
  readPath(await client.from(TABLE).update({ avatar_path: path }).eq('person', userId).select('avatar_path'));
}

/** Deletes the previous picture and the files of failed uploads. Ignores errors, because the new picture is in use. */
async function removeOldFiles(client: SupabaseClient, userId: string, { path, previous }: { readonly path: string; readonly previous: string | null }): Promise<void> {
  const bucket = client.storage.from(BUCKET);
  const { data } = await bucket.list(userId);
  const parsed = v.safeParse(filesSchema, data);
  const files = parsed.success ? parsed.output.map(({ name, created_at: time }) => ({ path: `${userId}/${name}`, time: Date.parse(time ?? '') })) : [];
  const newest = files.find((file) => file.path === path)?.time ?? NaN;
  const abandoned = files.filter(({ time }) => time < newest - ABANDONED_AFTER_MS).map((file) => file.path);
  const old = [...new Set([...(previous === null ? [] : [previous]), ...abandoned])];
  if (old.length > 0) await bucket.remove(old);
}

/** What a status of the storage service or the Data API means; 0 stands for no response. */
function reasonOfStatus(status: number): PictureErrorReason {
  if (status === 0) return 'offline';
  if (status === 413) return 'tooLarge';
  if (status === 415) return 'type';
  return status === 401 || status === 403 ? 'refused' : 'serverError';
}

/** The status of an error of storage-js; 0 without a response. The body has the meaningful status: that of HTTP is often 400. */
function storageStatus({ status, statusCode }: { readonly status?: number | undefined; readonly statusCode?: string | undefined }): number {
  return Number(statusCode ?? status ?? 0);
}
