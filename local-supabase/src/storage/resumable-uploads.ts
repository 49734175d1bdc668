import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { discardBody } from '../http/refused-requests.ts';
import type { Caller, StorageServices } from './caller.ts';
import type { FileStore, PartialFile } from './file-store.ts';
import { metadataOf } from './objects.ts';
import { StorageError } from './storage-error.ts';
import { bodyChunks, publishObject } from './uploads.ts';
import type { WriteIntent } from './uploads.ts';

/** An upload in one or several requests. */
interface ResumableUpload {
  id: string;
  /** The whole file's size, in bytes. */
  length: number;
  file: PartialFile;
  intent: WriteIntent;
  mimetype: string;
  cacheControl: string;
  /** The user who started it. Only they may continue it. */
  subject: string | undefined;
  role: string;
  expires: Date;
  /** Whether a request is writing to it. */
  busy: boolean;
}

/** The progress of an upload. */
export interface UploadProgress extends Pick<ResumableUpload, 'length' | 'expires'> {
  /** The received bytes. */
  offset: number;
}

/** An upload that became an object. */
type FinishedUpload = Pick<ResumableUpload, 'length' | 'expires' | 'subject' | 'role'>;

/** The time limit of an upload, in milliseconds: a day, as on a hosted project. */
const UPLOAD_LIFETIME = 24 * 3600 * 1000;

/** How many finished uploads are remembered, for clients that lost the last response. */
const MAX_REMEMBERED_UPLOADS = 100;

/** The current uploads. They are in memory, so clients start again after a restart. */
export class ResumableUploads {
  readonly #files: FileStore;
  readonly #uploads = new Map<string, ResumableUpload>();
  /** The most recent ones, oldest first. */
  readonly #finished = new Map<string, FinishedUpload>();

  constructor(files: FileStore) {
    this.#files = files;
  }

  async begin(caller: Caller, options: Pick<ResumableUpload, 'length' | 'intent' | 'mimetype' | 'cacheControl'>): Promise<ResumableUpload> {
    const now = Date.now();
    for (const old of this.#uploads.values()) if (old.expires.getTime() < now && !old.busy) await this.end(old);
    const upload: ResumableUpload = {
      ...options,
      id: randomUUID(),
      file: this.#files.begin(options.length),
      subject: caller.claims.sub,
      role: caller.claims.role,
      expires: new Date(now + UPLOAD_LIFETIME),
      busy: false,
    };
    this.#uploads.set(upload.id, upload);
    return upload;
  }

  /** The caller's upload with this id. @throws StorageError 404 */
  find(id: string, caller: Caller): ResumableUpload {
    return requireOwn(this.#uploads.get(id), caller);
  }

  /** The progress of the caller's upload, also after it finished. @throws StorageError 404 */
  progress(id: string, caller: Caller): UploadProgress {
    const upload = this.#uploads.get(id);
    if (upload) return progressOf(requireOwn(upload, caller));
    const { length, expires } = requireOwn(this.#finished.get(id), caller);
    return { offset: length, length, expires };
  }

  /**
   * Lets only one request at a time work on an upload.
   * @throws StorageError 423
   */
  async exclusively<T>(upload: ResumableUpload, work: () => Promise<T>): Promise<T> {
    if (upload.busy) throw new StorageError('The resource is locked', { statusCode: 423, code: 'ResourceLocked' });
    upload.busy = true;
    try {
      return await work();
    } finally {
      upload.busy = false;
    }
  }

  /** Moves an upload that became an object to the finished ones. */
  finish({ id, length, expires, subject, role }: ResumableUpload): void {
    this.#uploads.delete(id);
    this.#finished.set(id, { length, expires, subject, role });
    const [oldest] = this.#finished.keys();
    if (oldest !== undefined && this.#finished.size > MAX_REMEMBERED_UPLOADS) this.#finished.delete(oldest);
  }

  /** Discards an upload and its bytes. */
  async end(upload: ResumableUpload): Promise<void> {
    this.#uploads.delete(upload.id);
    await upload.file.discard();
  }
}

/** The progress of a current upload. */
export function progressOf({ file, length, expires }: ResumableUpload): UploadProgress {
  return { offset: file.size, length, expires };
}

function requireOwn<T extends FinishedUpload>(upload: T | undefined, { claims }: Caller): T {
  const isOwn = upload && upload.subject === claims.sub && upload.role === claims.role;
  if (!isOwn || upload.expires.getTime() < Date.now()) throw new StorageError('Upload not found', { statusCode: 404, code: 'NoSuchUpload' });
  return upload;
}

/**
 * Appends the body of a request to an upload. If the request breaks off, the received bytes stay. The last byte creates the object.
 * @throws StorageError 413 for more bytes than announced, and what `publishObject` throws. The upload is discarded then.
 */
export async function appendBytes(
  storage: StorageServices,
  uploads: ResumableUploads,
  upload: ResumableUpload,
  request: IncomingMessage,
): Promise<void> {
  const { file, length, intent, mimetype, cacheControl } = upload;
  try {
    await file.append(bodyChunks(request));
    if (file.size < length) return;
    const stored = await file.finish();
    await publishObject(storage, stored.version, { ...intent, metadata: metadataOf(stored, mimetype, cacheControl) });
    uploads.finish(upload);
  } catch (error) {
    discardBody(request);
    if (!(error instanceof StorageError && error.code === 'InvalidRequest' && file.size < length)) await uploads.end(upload);
    throw error;
  }
}
