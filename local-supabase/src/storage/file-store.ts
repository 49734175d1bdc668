import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { isMissingFile } from '../errors/missing-file.ts';
import { tooLarge } from './storage-error.ts';

const versionSchema = v.pipe(v.string(), v.uuid());

/**
 * Stores the bytes of objects as files. A file is written to a temporary folder and moved when it is complete, before its row
 * is written. `sweep` removes the files that a crash left without a row.
 */
export class FileStore {
  readonly #directory: string;
  readonly #temporary: boolean;

  private constructor(directory: string, temporary: boolean) {
    this.#directory = directory;
    this.#temporary = temporary;
  }

  /** Opens the store of a data directory, or a temporary store that `close` removes. */
  static async open(dataDirectory: string | undefined): Promise<FileStore> {
    const directory =
      dataDirectory === undefined ? await mkdtemp(path.join(tmpdir(), 'local-supabase-storage-')) : path.join(dataDirectory, 'storage');
    const store = new FileStore(directory, dataDirectory === undefined);
    await mkdir(store.#unfinished(''), { recursive: true });
    await mkdir(store.#place(''), { recursive: true });
    return store;
  }

  async close(): Promise<void> {
    if (this.#temporary) await rm(this.#directory, { recursive: true, force: true });
  }

  /** Removes every file without a row. Nothing else may use the store in the meantime. */
  async sweep(versions: ReadonlySet<string>): Promise<void> {
    await Promise.all((await readdir(this.#unfinished(''))).map((name) => rm(this.#unfinished(name), { force: true })));
    const orphans = (await readdir(this.#place(''))).filter((name) => !versions.has(name));
    await Promise.all(orphans.map((name) => rm(this.#place(name), { force: true })));
  }

  /**
   * Starts a file that is received in one or several parts.
   * @param limit its maximum size, in bytes
   */
  begin(limit: number): PartialFile {
    const version = randomUUID();
    return new PartialFile(this.#unfinished(version), this.#place(version), limit);
  }

  /**
   * Writes a file as it arrives, and removes it again on failure.
   * @throws StorageError 413 when it exceeds the limit
   */
  async receive(pieces: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> {
    const file = this.begin(limit);
    try {
      await file.append(pieces);
      return await file.finish();
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  /** Creates a hard link to a file under a new version. Returns undefined if the file does not exist. */
  async duplicate(version: string): Promise<string | undefined> {
    const copy = randomUUID();
    const linked = await this.#ifThere(version, (place) => link(place, this.#place(copy)).then(() => true));
    return linked ? copy : undefined;
  }

  /** Opens a file, which stays readable until it is closed, even if it is removed. Returns undefined if it does not exist. */
  open(version: string): Promise<FileHandle | undefined> {
    return this.#ifThere(version, (place) => open(place, 'r'));
  }

  /** Removes files. Missing ones are ignored. */
  async remove(versions: readonly string[]): Promise<void> {
    await Promise.all(versions.filter((version) => v.is(versionSchema, version)).map((version) => rm(this.#place(version), { force: true })));
  }

  /** Rows written by SQL can have any version, so it must be validated before it becomes a path. */
  async #ifThere<T>(version: string, work: (place: string) => Promise<T>): Promise<T | undefined> {
    if (!v.is(versionSchema, version)) return undefined;
    try {
      return await work(this.#place(version));
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  #unfinished(name: string): string {
    return path.join(this.#directory, 'unfinished', name);
  }

  #place(name: string): string {
    return path.join(this.#directory, 'objects', name);
  }
}

/** A completely received file. */
export interface StoredFile {
  /** Its name in the store: a UUID, never a name that a caller chose. */
  version: string;
  /** In bytes. */
  size: number;
  /** The MD5 sum in quotation marks (RFC 9110, section 8.8.3). */
  eTag: string;
}

/** An incomplete file. It stays in the temporary folder until it is finished. */
export class PartialFile {
  readonly #unfinished: string;
  readonly #place: string;
  readonly #limit: number;
  readonly #hash = createHash('md5');
  #size = 0;

  constructor(unfinished: string, place: string, limit: number) {
    this.#unfinished = unfinished;
    this.#place = place;
    this.#limit = limit;
  }

  /** The bytes already written. */
  get size(): number {
    return this.#size;
  }

  /**
   * Writes chunks as they arrive. If the stream breaks off, the chunks before stay written.
   * @throws StorageError 413 at the chunk that exceeds the limit
   */
  async append(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const file = await open(this.#unfinished, 'a');
    try {
      for await (const piece of pieces) {
        if (this.#size + piece.length > this.#limit) throw tooLarge();
        await file.writeFile(piece);
        this.#hash.update(piece);
        this.#size += piece.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Moves the complete file to its final path. */
  async finish(): Promise<StoredFile> {
    await rename(this.#unfinished, this.#place);
    return { version: path.basename(this.#place), size: this.#size, eTag: `"${this.#hash.digest('hex')}"` };
  }

  async discard(): Promise<void> {
    await rm(this.#unfinished, { force: true });
  }
}

/** Opens the store of a data directory and removes files without a row, which a crash or SQL can leave. */
export async function openFileStore(database: Database, dataDirectory: string | undefined): Promise<FileStore> {
  const files = await FileStore.open(dataDirectory);
  const rows = await database.rows(v.object({ version: v.string() }), 'select version from storage.objects where version is not null');
  await files.sweep(new Set(rows.map(({ version }) => version)));
  return files;
}
