import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { hasErrorCode, readOrNull } from '../durable-files.ts';
import { MemoryCache } from '../memory-cache.ts';

/** Bytes of file contents in memory: a few times what the live releases of a site need. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Maximum files with a shared `stat` call. At the limit all entries are dropped, which only costs a few extra calls. */
const MAX_STAT_CALLS = 5_000;

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
  readonly #statCalls = new Map<string, SharedCall<string | null>>();

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
  stampOf(path: string): Promise<string | null> {
    const known = this.#statCalls.get(path);
    if (known) return known.result();
    if (this.#statCalls.size >= MAX_STAT_CALLS) this.#statCalls.clear();
    const call = new SharedCall(() => readStamp(path));
    this.#statCalls.set(path, call);
    return call.result();
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

/** Minimum milliseconds between the starts of two calls of a {@link SharedCall}. */
const MIN_INTERVAL_MS = 1;

/**
 * Shares one call between concurrent callers. It starts after all of them have asked, so no caller gets a result that is older than
 * its request. Under load, a call for each request would take a third of the server's processor time.
 */
class SharedCall<Result> {
  readonly #call: () => Promise<Result>;
  #running: Promise<Result> | null = null;
  #runningSince = -Infinity;
  /** The call that has not started. */
  #next: Promise<Result> | null = null;

  constructor(call: () => Promise<Result>) {
    this.#call = call;
  }

  result(): Promise<Result> {
    this.#next ??= this.#startNext();
    return this.#next;
  }

  async #startNext(): Promise<Result> {
    await this.#running?.catch(() => undefined);
    if (performance.now() - this.#runningSince < MIN_INTERVAL_MS) await pause(MIN_INTERVAL_MS);
    this.#next = null;
    this.#runningSince = performance.now();
    this.#running = this.#call();
    return this.#running;
  }
}
