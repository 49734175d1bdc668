import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { ExportError } from './export-error.ts';

/** Bytes that are kept in the heap at most, before the browser stores them as a `Blob`. */
const HEAP_BYTES = 4 * 1024 * 1024;

/** The largest archive, in bytes, and the most files in it. Larger ones need ZIP64, which fflate does not write. */
const MAX_BYTES = 0xffff_ffff;
const MAX_FILES = 0xffff;

/** Bytes that an entry adds to its content at most, apart from its path, which it has twice. */
const ENTRY_BYTES = 200;

/** A ZIP file that grows file by file. The content of files is stored as it is: most formats are compressed already. */
export class Archive {
  readonly #zip = new Zip((error, chunk) => {
    // Only for an entry after the end, or a name that is too long.
    if (error) throw error;
    this.#chunks.push(chunk);
    this.#heapBytes += chunk.length;
    if (this.#heapBytes >= HEAP_BYTES) this.#handOver();
  });
  #chunks: Uint8Array<ArrayBuffer>[] = [];
  #heapBytes = 0;
  readonly #parts: Blob[] = [];
  #size = 0;
  #files = 0;

  /** @throws {ExportError} */
  async addFile(path: string, content: Blob): Promise<void> {
    this.#reserve(path, content.size);
    const entry = new ZipPassThrough(path);
    this.#zip.add(entry);
    const reader = content.stream().getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      entry.push(value);
    }
    entry.push(new Uint8Array(), true);
  }

  /** @throws {ExportError} */
  addText(path: string, text: string): void {
    const bytes = strToU8(text);
    this.#reserve(path, bytes.length);
    const entry = new ZipDeflate(path, { level: 6 });
    this.#zip.add(entry);
    entry.push(bytes, true);
  }

  /** Ends the archive, and returns it. */
  finish(): Blob {
    this.#zip.end();
    this.#handOver();
    return new Blob(this.#parts, { type: 'application/zip' });
  }

  #reserve(path: string, bytes: number): void {
    this.#files += 1;
    this.#size += bytes + ENTRY_BYTES + 2 * strToU8(path).length;
    if (this.#size > MAX_BYTES || this.#files > MAX_FILES) throw new ExportError({ reason: 'size' });
  }

  #handOver(): void {
    this.#parts.push(new Blob(this.#chunks));
    this.#chunks = [];
    this.#heapBytes = 0;
  }
}
