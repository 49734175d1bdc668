import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { isMissingFile } from '../errors/errors.ts';
import { tooLarge } from './storage-error.ts';

const versionSchema = v.pipe(v.string(), v.uuid());

/**
 * Keeps the bytes of objects as files. A file is written beside its place and moved there once it is whole, before its row
 * is written; what a crash leaves without a row is removed by `sweep`.
 */
export class FileStore {
  readonly #directory: string;
  readonly #temporary: boolean;

  private constructor(directory: string, temporary: boolean) {
    this.#directory = directory;
    this.#temporary = temporary;
  }

  /** Opens the store of a data directory; without one, a store that `close` removes. */
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

  /** Removes every file that no row speaks of. Nothing else may use the store meanwhile. */
  async sweep(versions: ReadonlySet<string>): Promise<void> {
    await Promise.all((await readdir(this.#unfinished(''))).map((name) => rm(this.#unfinished(name), { force: true })));
    const orphans = (await readdir(this.#place(''))).filter((name) => !versions.has(name));
    await Promise.all(orphans.map((name) => rm(this.#place(name), { force: true })));
  }

  /**
   * Begins a file that arrives in one go or in several.
   * @param limit the most that it may hold, in bytes
   */
  begin(limit: number): PartialFile {
    const version = randomUUID();
    return new PartialFile(this.#unfinished(version), this.#place(version), limit);
  }

  /**
   * Writes a file down as it arrives. Nothing of it stays when it fails.
   * @throws StorageError 413 once it is larger than the limit
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

  /** A second name for a file, with a life of its own; undefined when the file is not there. */
  async duplicate(version: string): Promise<string | undefined> {
    const copy = randomUUID();
    const linked = await this.#ifThere(version, (place) => link(place, this.#place(copy)).then(() => true));
    return linked ? copy : undefined;
  }

  /** A file to be read, which stays readable until it is closed, even when it is removed meanwhile; undefined when it is not there. */
  open(version: string): Promise<FileHandle | undefined> {
    return this.#ifThere(version, (place) => open(place, 'r'));
  }

  /** Removes files. One that is not there counts as removed. */
  async remove(versions: readonly string[]): Promise<void> {
    await Promise.all(versions.filter((version) => v.is(versionSchema, version)).map((version) => rm(this.#place(version), { force: true })));
  }

  /** A row can say anything as its version, because SQL can write rows. */
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

/** Bytes that were received whole. */
export interface StoredFile {
  /** The name under which the store keeps them: a UUID, never a name that a caller chose. */
  version: string;
  /** In bytes. */
  size: number;
  /** The MD5 sum in quotation marks (RFC 9110, section 8.8.3). */
  eTag: string;
}

/** A file of which more may come. It lies beside its place until it is whole. */
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

  /** What has been written so far, in bytes. */
  get size(): number {
    return this.#size;
  }

  /**
   * Writes what comes, never holding more of it than a piece. When it breaks off, what came before stays.
   * @throws StorageError 413 at the piece that makes it too large
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

  /** Moves the file to its place. Nothing can be appended afterwards. */
  async finish(): Promise<StoredFile> {
    await rename(this.#unfinished, this.#place);
    return { version: path.basename(this.#place), size: this.#size, eTag: `"${this.#hash.digest('hex')}"` };
  }

  async discard(): Promise<void> {
    await rm(this.#unfinished, { force: true });
  }
}

/** Opens the files of a data directory and removes what a crash, or SQL, has left without a row. */
export async function openFileStore(database: Database, dataDirectory: string | undefined): Promise<FileStore> {
  const files = await FileStore.open(dataDirectory);
  const rows = await database.rows(v.object({ version: v.string() }), 'select version from storage.objects where version is not null');
  await files.sweep(new Set(rows.map(({ version }) => version)));
  return files;
}
