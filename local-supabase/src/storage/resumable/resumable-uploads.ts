import { randomUUID } from 'node:crypto';
import type { Caller } from '../caller.ts';
import type { FileStore } from '../files/file-store.ts';
import type { PartialFile } from '../files/partial-file.ts';
import { StorageError } from '../storage-error.ts';
import type { Intent } from '../uploads/may-write.ts';

/** An upload that may come in several requests. */
export interface ResumableUpload {
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
const lifetime = 24 * 3600 * 1000;

/** Of how many finished uploads is remembered that they were: whoever lost the last answer asks soon. */
const mostFinished = 100;

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
      expires: new Date(now + lifetime),
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
    if (oldest !== undefined && this.#finished.size > mostFinished) this.#finished.delete(oldest);
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
