import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { assertSuccess, failureOf, isDuplicate, readRows, WorkspaceError, type WorkspaceFailure } from './workspace-error.ts';

export const FILES_TABLE = 'workspace_attachments';

/** The private bucket for the files of notes. */
const BUCKET = 'workspace-files';

/** Seconds for which a signed download URL works. */
export const SIGNED_ADDRESS_S = 600;

/** Path in the bucket: `<board>/<note>/<uuid>/<name>`. It becomes part of a URL, so other forms are refused. */
export const filePathSchema = v.pipe(v.string(), v.regex(/^(?:[\da-f-]{36}\/){3}\w[\w.-]*$/));

const fileSchema = v.object({
  id: v.string(),
  path: filePathSchema,
  name: v.string(),
  type: v.string(),
  /** In bytes. */
  size: v.number(),
  /** A small picture of an image, as a data URL; null for other files, and for images that the browser could not read. */
  thumbnail: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^data:image\/(?:webp|jpeg);base64,[\w+/=]+$/))), null),
  /** Id of the person who added it; null if their account is deleted. */
  author: v.nullable(v.string()),
  created_at: v.string(),
});

/** A row of `workspace_attachments`: a file of a note. */
export type StoredFile = Readonly<v.InferOutput<typeof fileSchema>>;

/** Media types that the bucket accepts (see its migration): types that browsers show or save without running code. */
export const FILE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
  'text/plain',
  'text/csv',
  'text/markdown',
  'application/json',
  'application/zip',
  'audio/mpeg',
  'audio/ogg',
  'video/mp4',
  'video/webm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
];

/** Longest thumbnail, in characters of its data URL. The table has the same limit. */
export const THUMBNAIL_LENGTH = 8192;

/** Whether files of a media type are pictures that the page shows. Not SVG, which can contain code. */
export function isPicture(type: string): boolean {
  return FILE_TYPES.includes(type) && type.startsWith('image/');
}

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

/** The size of a file as users read it, without a break before its unit. */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  // English has no plural for the short form of bytes.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit: UNITS[step], unitDisplay, maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** step).replaceAll(' ', '\u00A0');
}

/**
 * The files of a note, the oldest first.
 * @throws {WorkspaceError}
 */
export async function listFiles(client: SupabaseClient, note: string, signal: AbortSignal): Promise<readonly StoredFile[]> {
  const columns = 'id,path,name,type,size,thumbnail,author,created_at';
  return readRows(fileSchema, await client.from(FILES_TABLE).select(columns).eq('note', note).order('created_at').order('id').abortSignal(signal));
}

/** A file of a note whose bytes are stored. */
interface NewFile extends Pick<StoredFile, 'id' | 'path' | 'name' | 'type' | 'size' | 'thumbnail'> {
  readonly board: string;
  readonly note: string;
}

/**
 * Adds the row of a file whose bytes are stored.
 * @throws {WorkspaceError}
 */
export async function addFileRow(client: SupabaseClient, { board, note, id, path, name, type, size, thumbnail }: NewFile): Promise<void> {
  const response = await client.from(FILES_TABLE).insert({ board, note, id, path, name, type, size, thumbnail });
  if (!isDuplicate(response)) assertSuccess(response);
}

/**
 * A URL to which a file can be uploaded.
 * @throws {WorkspaceError}
 */
export async function uploadAddress(client: SupabaseClient, path: string): Promise<string> {
  return addressIn(await client.storage.from(BUCKET).createSignedUploadUrl(path));
}

/**
 * A URL from which a file can be downloaded for {@link SIGNED_ADDRESS_S} seconds. With a name, browsers save the file under it.
 * @throws {WorkspaceError}
 */
export async function downloadAddress(client: SupabaseClient, path: string, name?: string): Promise<string> {
  return addressIn(await client.storage.from(BUCKET).createSignedUrl(path, SIGNED_ADDRESS_S, name === undefined ? {} : { download: name }));
}

/**
 * The bytes of a file; null if they no longer exist.
 * @throws {WorkspaceError}
 */
export async function readBytes(client: SupabaseClient, path: string, signal: AbortSignal): Promise<Blob | null> {
  const { data, error } = await client.storage.from(BUCKET).download(path, {}, { signal });
  if (!error) return data;
  const failure = storageFailure(error);
  if (failure === 'gone') return null;
  throw new WorkspaceError(failure, error);
}

/**
 * Removes the bytes of a file that has no row. Removing them again is not an error.
 * @throws {WorkspaceError}
 */
export async function removeBytes(client: SupabaseClient, path: string): Promise<void> {
  const { error } = await client.storage.from(BUCKET).remove([path]);
  if (error) throw new WorkspaceError(storageFailure(error), error);
}

/** An error of storage-js. Without a status, there was no response. */
interface StorageError {
  readonly message: string;
  readonly status?: number | undefined;
  readonly statusCode?: string | undefined;
}

function addressIn({ data, error }: { readonly data: { readonly signedUrl: string } | null; readonly error: StorageError | null }): string {
  if (error) throw new WorkspaceError(storageFailure(error), error);
  if (!data) throw new WorkspaceError('unknown', error);
  return data.signedUrl;
}

/** The failure that an error of the storage service stands for. The status in its body counts: the HTTP status is often 400. */
export function storageFailure({ status, statusCode }: Omit<StorageError, 'message'>): WorkspaceFailure {
  const actual = Number(statusCode ?? status ?? 0);
  if (actual === 413) return 'fileTooLarge';
  if (actual === 415) return 'fileType';
  return actual === 404 ? 'gone' : failureOf(actual, '');
}
