import { stat } from 'node:fs/promises';
import { hasErrorCode, readOrNull } from '../durable-files.ts';
import { MemoryCache } from '../memory-cache.ts';

/** Bytes of file contents in memory: a few times what the live releases of a site need. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A content, and the stamp that its file had before it was read. */
interface StampedContent {
  readonly stamp: string;
  readonly content: Buffer;
}

/**
 * Reads files that rarely change, and keeps their contents in memory. Each read compares the file's stamp, so that a read
 * never returns what the file contained before the read began.
 */
export class FileCache {
  readonly #contents = new MemoryCache<StampedContent>(MAX_BYTES);
  readonly #stamps = new Map<string, SharedCall<string | null>>();

  /** The content of a file; null if it does not exist. */
  async read(path: string): Promise<Buffer | null> {
    const stamp = await this.stampOf(path);
    const cached = this.#contents.get(path);
    if (stamp !== null && cached?.stamp === stamp) return cached.content;
    const content = stamp === null ? null : await readOrNull(path);
    if (stamp === null || content === null) this.#contents.delete(path);
    // If the file was replaced since, the stamp is older than the content, so the next read reads the file again.
    else this.#contents.set(path, { stamp, content });
    return content;
  }

  /** A text that changes with the file; null if it does not exist. */
  async stampOf(path: string): Promise<string | null> {
    const call = this.#stamps.get(path) ?? new SharedCall(() => readStamp(path));
    this.#stamps.set(path, call);
    try {
      return await call.run();
    } finally {
      if (call.isIdle) this.#stamps.delete(path);
    }
  }
}

async function readStamp(path: string): Promise<string | null> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino}-${mtimeNs}-${size}`;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** Shares calls of a function between callers. Each caller gets the result of a call that began after it asked, so it is never older than the question. */
class SharedCall<Value> {
  readonly #call: () => Promise<Value>;
  #current: Promise<unknown> | null = null;
  #next: Promise<Value> | null = null;

  constructor(call: () => Promise<Value>) {
    this.#call = call;
  }

  get isIdle(): boolean {
    return this.#current === null && this.#next === null;
  }

  run(): Promise<Value> {
    if (this.#current === null) return this.#start();
    this.#next ??= this.#current.then(
      () => this.#startNext(),
      () => this.#startNext(),
    );
    return this.#next;
  }

  #startNext(): Promise<Value> {
    this.#next = null;
    return this.#start();
  }

  #start(): Promise<Value> {
    const current = this.#call().finally(() => {
      if (this.#current === current) this.#current = null;
    });
    this.#current = current;
    return current;
  }
}
