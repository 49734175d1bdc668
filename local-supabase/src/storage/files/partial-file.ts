import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { tooLarge } from '../storage-error.ts';

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
