import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { hasErrorCode, readOrNull } from '../durable-files.ts';
import { MemoryCache } from '../memory-cache.ts';

/** Bytes of file contents in memory: a few times what the live releases of a site need. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Files whose questions are shared. At the limit all are forgotten, which costs nothing but some questions. */
const MAX_QUESTIONS = 5_000;

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
  readonly #questions = new Map<string, SharedQuestions<string | null>>();

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
    const known = this.#questions.get(path);
    if (known) return known.ask();
    if (this.#questions.size >= MAX_QUESTIONS) this.#questions.clear();
    const questions = new SharedQuestions(() => readStamp(path));
    this.#questions.set(path, questions);
    return questions.ask();
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

/** Milliseconds between the beginnings of two answers to {@link SharedQuestions}. */
const MIN_INTERVAL_MS = 1;

/**
 * Answers several questions with one call, which begins after all of them, so that no answer is older than its question. Under load, a
 * call for each request would take a third of the server's processor time.
 */
class SharedQuestions<Answer> {
  readonly #answer: () => Promise<Answer>;
  /** The answer that is under way. */
  #current: Promise<Answer> | null = null;
  #currentBegan = -Infinity;
  /** The answer that has not begun. */
  #next: Promise<Answer> | null = null;

  constructor(answer: () => Promise<Answer>) {
    this.#answer = answer;
  }

  ask(): Promise<Answer> {
    this.#next ??= this.#answerNext();
    return this.#next;
  }

  async #answerNext(): Promise<Answer> {
    await this.#current?.catch(() => undefined);
    if (performance.now() - this.#currentBegan < MIN_INTERVAL_MS) await pause(MIN_INTERVAL_MS);
    this.#next = null;
    this.#currentBegan = performance.now();
    this.#current = this.#answer();
    return this.#current;
  }
}
