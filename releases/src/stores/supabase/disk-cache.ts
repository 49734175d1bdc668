import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ABANDONED_AFTER, hasErrorCode, readOrNull } from '../durable-files.ts';

/** Reading an entry updates its time of use only if that is older than this many milliseconds. */
const TOUCH_AFTER = 60 * 60 * 1000;

/** The length of the SHA-256 at the start of each entry, which detects files that a power failure damaged. */
const CHECKSUM_BYTES = 32;

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/**
 * A cache in a folder that several processes may share. Entries appear atomically. At the limit, the least recently used
 * entries are removed.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #bound: number;
  /** Bytes that this process wrote since its last sweep. Infinity: the first write sweeps. */
  #written = Infinity;
  #sweeping: Promise<void> | null = null;
  #failing = false;
  readonly #report: (error: Error) => void;

  /**
   * @param bound the limit in bytes; each process may exceed it by a twentieth for a while
   * @param report receives the error if an entry cannot be written
   */
  constructor(folder: string, bound: number, report: (error: Error) => void) {
    this.#folder = folder;
    this.#bound = bound;
    this.#report = report;
  }

  /** Reads the content of a key, or null. */
  async read(key: string): Promise<Buffer | null> {
    const path = this.#path(key);
    const entry = await readOrNull(path);
    if (entry === null) return null;
    const content = entry.subarray(CHECKSUM_BYTES);
    if (!sumOf(content).equals(entry.subarray(0, CHECKSUM_BYTES))) return null;
    await markUsed(path);
    return content;
  }

  /** Writes an entry. Reports a failure instead of throwing it, but only the first one in a row. */
  async write(key: string, content: Buffer): Promise<void> {
    try {
      await this.#write(this.#path(key), content);
      this.#written += content.length;
      if (this.#written > this.#bound / 20) await this.#sweepOnce();
      this.#failing = false;
    } catch (cause) {
      if (!this.#failing) this.#report(new Error('The cache of the release store cannot be written. Check the cache folder and its free space.', { cause }));
      this.#failing = true;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async #write(path: string, content: Buffer): Promise<void> {
    const temporary = `${path}.${randomUUID()}.new`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(temporary, Buffer.concat([sumOf(content), content]));
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  #path(key: string): string {
    const name = createHash('sha256').update(key).digest('hex');
    return join(this.#folder, name.slice(0, 2), name);
  }

  #sweepOnce(): Promise<void> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = null;
    });
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    this.#written = 0;
    const entries = (await this.#entries()).sort((a, b) => a.usedAt - b.usedAt);
    let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    for (const entry of entries) {
      const abandoned = entry.path.endsWith('.new') && Date.now() - entry.usedAt > ABANDONED_AFTER;
      if (bytes <= this.#bound && !abandoned) continue;
      await rm(entry.path, { force: true });
      bytes -= entry.bytes;
    }
  }

  async #entries(): Promise<Entry[]> {
    const found: Entry[] = [];
    for (const folder of await readdir(this.#folder)) {
      for (const name of await readdir(join(this.#folder, folder))) {
        const path = join(this.#folder, folder, name);
        try {
          const { size, mtimeMs } = await stat(path);
          found.push({ path, bytes: size, usedAt: mtimeMs });
        } catch (error) {
          // Another process removed or renamed it.
          if (!hasErrorCode(error, 'ENOENT')) throw error;
        }
      }
    }
    return found;
  }
}

async function markUsed(path: string): Promise<void> {
  try {
    if (Date.now() - (await stat(path)).mtimeMs > TOUCH_AFTER) await utimes(path, new Date(), new Date());
  } catch (error) {
    // Another process removed it, or the folder is read-only. The content is already read.
    if (!hasErrorCode(error, 'ENOENT', 'EPERM', 'EROFS', 'EACCES')) throw error;
  }
}

function sumOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
