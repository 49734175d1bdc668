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

/** How long an upload may take, in milliseconds: a day, as on a hosted project. */
const lifetime = 24 * 3600 * 1000;

/** The uploads under way. They end with the process: their clients begin anew then. */
export class ResumableUploads {
  readonly #files: FileStore;
  readonly #uploads = new Map<string, ResumableUpload>();

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
    const upload = this.#uploads.get(id);
    const isOwn = upload && upload.subject === caller.claims.sub && upload.role === caller.claims.role;
    if (!isOwn || upload.expires.getTime() < Date.now()) throw new StorageError('Upload not found', { statusCode: 404, code: 'NoSuchUpload' });
    return upload;
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

  /** Forgets an upload; its bytes go unless they have become an object. */
  async end(upload: ResumableUpload): Promise<void> {
    this.#uploads.delete(upload.id);
    await upload.file.discard();
  }
}
