import type { Caller } from './values.ts';

/** A file of a bucket. Times are ISO 8601. */
export interface StoredFile {
  readonly id: string;
  readonly path: string;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The properties of a bucket. */
export interface BucketDefinition {
  /** Whether anyone may read its files under `/object/public`. */
  readonly isPublic?: boolean;
  /** Maximum size of a file, in bytes. */
  readonly largestFile?: number;
  /** Accepted media types, such as `image/*`. */
  readonly mediaTypes?: readonly string[];
  /** Policy of `storage.objects`: whether the caller may read and write a path. By default, every caller may. */
  readonly policy?: (path: string, caller: Caller | null) => boolean;
}

/** The paths that Storage accepts, apart from `.` and `..` as segments (supabase/storage, `src/storage/limits.ts`). */
const ACCEPTED_PATH = /^(?!(?:.*\/)?\.\.?(?:\/|$))[A-Za-z0-9_/!.*'() &$=@;:+,?-]{1,1024}$/;

/** A bucket of the fake backend, in memory. */
export class FakeBucket {
  readonly name: string;
  #definition: BucketDefinition = {};
  readonly #files = new Map<string, StoredFile>();

  constructor(name: string) {
    this.name = name;
  }

  /** Sets the properties of the bucket. */
  define(definition: BucketDefinition): this {
    this.#definition = definition;
    return this;
  }

  get definition(): BucketDefinition {
    return this.#definition;
  }

  /** The current files, by path. */
  get files(): readonly StoredFile[] {
    return [...this.#files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** The text of a file; null if it does not exist. */
  textOf(path: string): string | null {
    const file = this.#files.get(path);
    return file ? new TextDecoder().decode(file.content) : null;
  }

  /** Stores a file, as another user would. */
  put(path: string, content: string | Uint8Array<ArrayBuffer>, contentType = 'text/plain'): StoredFile {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const before = this.#files.get(path);
    const time = new Date().toISOString();
    const file = { id: before?.id ?? crypto.randomUUID(), path, content: bytes, contentType, cacheControl: 'max-age=3600', createdAt: before?.createdAt ?? time, updatedAt: time };
    this.#files.set(path, file);
    return file;
  }

  /** Stores an upload. @throws StorageRefusal */
  upload(path: string, file: { readonly content: Uint8Array<ArrayBuffer>; readonly contentType: string }, { replaces, caller }: { readonly replaces: boolean; readonly caller: Caller | null }): StoredFile {
    this.requireAllowed(path, caller);
    const { largestFile = Infinity, mediaTypes } = this.#definition;
    if (file.content.byteLength > largestFile) {
      throw new StorageRefusal('The object exceeded the maximum allowed size', { statusCode: '413', code: 'EntityTooLarge', error: 'Payload too large' });
    }
    const fits = (type: string) => type === file.contentType || (type.endsWith('/*') && file.contentType.startsWith(type.slice(0, -1)));
    if (mediaTypes && !mediaTypes.some(fits)) {
      throw new StorageRefusal(`mime type ${file.contentType} is not supported`, { statusCode: '415', code: 'InvalidMimeType', error: 'invalid_mime_type' });
    }
    if (!replaces && this.#files.has(path)) throw new StorageRefusal('The resource already exists', { statusCode: '409', code: 'KeyAlreadyExists', error: 'Duplicate' });
    return this.put(path, file.content, file.contentType);
  }

  /** @throws StorageRefusal */
  find(path: string, caller: Caller | null): StoredFile {
    const file = this.#files.get(path);
    if (!file || !this.allows(path, caller)) throw notFound();
    return file;
  }

  /** A file to download: policies do not protect the files of a public bucket. @throws StorageRefusal */
  download(path: string, caller: Caller | null): StoredFile {
    const file = this.#files.get(path);
    return file && this.#definition.isPublic === true ? file : this.find(path, caller);
  }

  /** Removes a file; null if the caller may not remove it, or it does not exist. */
  drop(path: string, caller: Caller | null): StoredFile | null {
    const file = this.#files.get(path);
    if (!file || !this.allows(path, caller)) return null;
    this.#files.delete(path);
    return file;
  }

  /** Whether the caller may read and write a path. */
  allows(path: string, caller: Caller | null): boolean {
    return this.#definition.policy?.(path, caller) ?? true;
  }

  /** @throws StorageRefusal if Storage accepts no such path, or the caller may not write there */
  requireAllowed(path: string, caller: Caller | null): void {
    if (!ACCEPTED_PATH.test(path)) throw new StorageRefusal(`Invalid key: ${path}`, { statusCode: '400', code: 'InvalidKey', error: 'InvalidKey' });
    if (!this.allows(path, caller)) throw new StorageRefusal('new row violates row-level security policy', { statusCode: '403', code: 'AccessDenied', error: 'Unauthorized' });
  }
}

/** A file in a list (supabase/storage, `/object/list`). */
export function fileJson({ id, createdAt, updatedAt, content, contentType, cacheControl }: StoredFile, name: string): Record<string, unknown> {
  const metadata = { size: content.byteLength, mimetype: contentType, cacheControl, lastModified: updatedAt, contentLength: content.byteLength, httpStatusCode: 200 };
  return { name, id, created_at: createdAt, updated_at: updatedAt, last_accessed_at: updatedAt, metadata };
}

/** An error of the fake storage service, in the format of the real one (supabase/storage, `StorageBackendError`). */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
  readonly statusCode: string;
  /** The code for clients. `error` is its old name. */
  readonly code: string;
  readonly error: string;

  constructor(message: string, { statusCode, code, error }: { readonly statusCode: string; readonly code: string; readonly error: string }) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.error = error;
  }

  /** The response with this error: the HTTP status is 400, and the body contains the actual status. */
  toResponse(): Response {
    const { statusCode, code, error, message } = this;
    return Response.json({ statusCode, code, error, message }, { status: 400 });
  }
}

/** The file does not exist, or the caller may not see it: storage does not distinguish the two. */
export function notFound(): StorageRefusal {
  return new StorageRefusal('Object not found', { statusCode: '404', code: 'NoSuchKey', error: 'not_found' });
}
