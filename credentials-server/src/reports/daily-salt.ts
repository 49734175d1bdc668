import type { HealthBook } from '@atrium/releases/health-book';
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds before the store is asked again: when it did not answer, and when its clock had not begun the day yet. */
const askAgainAfter = { failure: 5_000, sameSalt: 10 * 60 * 1000 };

const dayInMilliseconds = 24 * 60 * 60 * 1000;

/** The secret of the day, which all servers over one store share, with the one before it. */
export class DailySalt {
  readonly #health: Pick<HealthBook, 'salt'>;
  readonly #log: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  readonly #now: () => number;
  /** The newest first. */
  #salts: readonly string[] = [];
  #askAt = -Infinity;
  #firstAnswer: Promise<void> | null = null;

  constructor(health: Pick<HealthBook, 'salt'>, log: FastifyBaseLogger, now: () => number) {
    this.#health = health;
    this.#log = log;
    this.#now = now;
  }

  /**
   * The salts that this server knows, the newest first. Nothing waits for the store but for its first answer, whatever
   * that is: documents must not. Until a new day's salt has come, that of the day before stays the newest.
   */
  async read(): Promise<readonly string[]> {
    const now = this.#now();
    if (now >= this.#askAt) {
      this.#askAt = now + askAgainAfter.failure;
      const answer = this.#ask();
      this.#firstAnswer ??= answer;
    }
    await this.#firstAnswer;
    return this.#salts;
  }

  async #ask(): Promise<void> {
    try {
      const salt = await this.#health.salt();
      const now = this.#now();
      const isNew = salt !== this.#salts[0];
      if (isNew) this.#salts = [salt, ...this.#salts.slice(0, 1)];
      this.#askAt = isNew ? (Math.floor(now / dayInMilliseconds) + 1) * dayInMilliseconds : now + askAgainAfter.sameSalt;
    } catch (err) {
      this.#log.warn({ err }, 'visitors cannot be counted as the release store is away');
    }
  }
}
