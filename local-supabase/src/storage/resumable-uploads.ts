import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { drain } from '../http/refused-requests.ts';
import type { Caller, StorageServices } from './caller.ts';
import type { FileStore, PartialFile } from './file-store.ts';
import { metadataOf } from './objects.ts';
import { StorageError } from './storage-error.ts';
import { piecesOf, publishObject } from './uploads.ts';
import type { Intent } from './uploads.ts';

/** An upload that may come in several requests. */
interface ResumableUpload {
  id: string;
  /** The whole file's size, in bytes. */
  length: number;
  file: PartialFile;
  intent: Intent;
  mimetype: string;
  cacheControl: string;
  /** Whoever began it, and nobody else goes on with it. */
  subject: string | undefined;
  role: string;
  expires: Date;
  /** Whether a request is writing right now. */
  busy: boolean;
}

/** How far an upload is. */
export interface UploadProgress extends Pick<ResumableUpload, 'length' | 'expires'> {
  /** What is there of it, in bytes. */
  offset: number;
}

/** An upload that became an object. */
type FinishedUpload = Pick<ResumableUpload, 'length' | 'expires' | 'subject' | 'role'>;

/** How long an upload may take, in milliseconds: a day, as on a hosted project. */
const UPLOAD_LIFETIME = 24 * 3600 * 1000;

/** Of how many finished uploads is remembered that they were: whoever lost the last answer asks soon. */
const MAX_REMEMBERED_UPLOADS = 100;

/** The uploads under way. They end with the process: their clients begin anew then. */
export class ResumableUploads {
  readonly #files: FileStore;
  readonly #uploads = new Map<string, ResumableUpload>();
  /** The latest, oldest first. */
  readonly #finished = new Map<string, FinishedUpload>();

  constructor(files: FileStore) {
    this.#files = files;
  }

  async begin(caller: Caller, wanted: Pick<ResumableUpload, 'length' | 'intent' | 'mimetype' | 'cacheControl'>): Promise<ResumableUpload> {
    const now = Date.now();
    for (const old of this.#uploads.values()) if (old.expires.getTime() < now && !old.busy) await this.end(old);
    const upload: ResumableUpload = {
      ...wanted,
      id: randomUUID(),
      file: this.#files.begin(wanted.length),
      subject: caller.claims.sub,
      role: caller.claims.role,
      expires: new Date(now + UPLOAD_LIFETIME),
      busy: false,
    };
    this.#uploads.set(upload.id, upload);
    return upload;
  }

  /** An upload of the caller's. @throws StorageError 404 */
  find(id: string, caller: Caller): ResumableUpload {
    return ownOf(this.#uploads.get(id), caller);
  }

  /** How far an upload of the caller's is, also after its end. @throws StorageError 404 */
  progress(id: string, caller: Caller): UploadProgress {
    const upload = this.#uploads.get(id);
    if (upload) return progressOf(ownOf(upload, caller));
    const { length, expires } = ownOf(this.#finished.get(id), caller);
    return { offset: length, length, expires };
  }

  /**
   * Lets one request at a time work on an upload.
   * @throws StorageError 423
   */
  async alone<T>(upload: ResumableUpload, work: () => Promise<T>): Promise<T> {
    if (upload.busy) throw new StorageError('The resource is locked', { statusCode: 423, code: 'ResourceLocked' });
    upload.busy = true;
    try {
      return await work();
    } finally {
      upload.busy = false;
    }
  }

  /** Remembers of an upload that has become an object no more than its end. */
  finish({ id, length, expires, subject, role }: ResumableUpload): void {
    this.#uploads.delete(id);
    this.#finished.set(id, { length, expires, subject, role });
    const [oldest] = this.#finished.keys();
    if (oldest !== undefined && this.#finished.size > MAX_REMEMBERED_UPLOADS) this.#finished.delete(oldest);
  }

  /** Forgets an upload, and its bytes go. */
  async end(upload: ResumableUpload): Promise<void> {
    this.#uploads.delete(upload.id);
    await upload.file.discard();
  }
}

/** How far an upload under way is. */
export function progressOf({ file, length, expires }: ResumableUpload): UploadProgress {
  return { offset: file.size, length, expires };
}

function ownOf<T extends FinishedUpload>(upload: T | undefined, { claims }: Caller): T {
  const isOwn = upload && upload.subject === claims.sub && upload.role === claims.role;
  if (!isOwn || upload.expires.getTime() < Date.now()) throw new StorageError('Upload not found', { statusCode: 404, code: 'NoSuchUpload' });
  return upload;
}

/**
 * Takes what a request brings of an upload. A request that breaks off leaves what came; the last byte makes the object.
 * @throws StorageError 413 for more than was announced, and what `publishObject` throws; the upload is over then
 */
export async function appendBytes(
  storage: StorageServices,
  uploads: ResumableUploads,
  upload: ResumableUpload,
  request: IncomingMessage,
): Promise<void> {
  const { file, length, intent, mimetype, cacheControl } = upload;
  try {
    await file.append(piecesOf(request));
    if (file.size < length) return;
    const stored = await file.finish();
    await publishObject(storage, stored.version, { ...intent, metadata: metadataOf(stored, mimetype, cacheControl) });
    uploads.finish(upload);
  } catch (error) {
    drain(request);
    if (!(error instanceof StorageError && error.code === 'InvalidRequest' && file.size < length)) await uploads.end(upload);
    throw error;
  }
}
