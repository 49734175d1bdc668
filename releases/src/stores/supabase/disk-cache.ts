import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrorCode, readOrNull } from '../durable-files.ts';

/** An entry that was used this many milliseconds ago is marked as used when it is read. */
const markAfter = 60 * 60 * 1000;

/** What was being written this many milliseconds ago was left by a process that died. */
const abandonedAfter = 60 * 60 * 1000;

/** Each entry begins with the SHA-256 of what follows: a file that a power cut emptied is not taken for an answer. */
const sumLength = 32;

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/**
 * Contents by key in a folder that several processes may share. An entry appears whole or not at all. What was not used
 * for longest goes when the bound is reached.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #bound: number;
  /** Bytes that this process wrote since it last looked at the whole; the first write looks. */
  #written = Infinity;
  #sweeping: Promise<void> | null = null;

  readonly #report: (trouble: Error) => void;

  /**
   * @param bound bytes that the folder may take; it may be a twentieth more for a while, for each process
   * @param report is told why the disk did not take something: whoever asked has it all the same
   */
  constructor(folder: string, bound: number, report: (trouble: Error) => void) {
    this.#folder = folder;
    this.#bound = bound;
    this.#report = report;
  }

  /** The content of a key, or null. */
  async read(key: string): Promise<Buffer | null> {
    const path = this.#path(key);
    const entry = await readOrNull(path);
    if (entry === null) return null;
    const content = entry.subarray(sumLength);
    if (!sumOf(content).equals(entry.subarray(0, sumLength))) return null;
    await markUsed(path);
    return content;
  }

  /** Keeps a content, if the disk takes it. */
  async write(key: string, content: Buffer): Promise<void> {
    try {
      await this.#write(this.#path(key), content);
      this.#written += content.length;
      if (this.#written > this.#bound / 20) await this.#sweepOnce();
    } catch (cause) {
      this.#report(new Error('What was read of the release store cannot be kept. Look at the folder of the cache and its room.', { cause }));
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async #write(path: string, content: Buffer): Promise<void> {
    const beside = `${path}.${randomUUID()}.new`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(beside, Buffer.concat([sumOf(content), content]));
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
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
      const abandoned = entry.path.endsWith('.new') && Date.now() - entry.usedAt > abandonedAfter;
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
          // Another process removed it, or put it in its place.
          if (!hasErrorCode(error, 'ENOENT')) throw error;
        }
      }
    }
    return found;
  }
}

async function markUsed(path: string): Promise<void> {
  try {
    if (Date.now() - (await stat(path)).mtimeMs > markAfter) await utimes(path, new Date(), new Date());
  } catch (error) {
    // Another process removed it, or the folder is there to be read only: the content is in hand.
    if (!hasErrorCode(error, 'ENOENT', 'EPERM', 'EROFS', 'EACCES')) throw error;
  }
}

function sumOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
