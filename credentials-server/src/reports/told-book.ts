import { recentMinutes, type HealthBook } from '@atrium/releases/health-book';
import type { FastifyBaseLogger } from 'fastify';
import type { ReportCounter } from './report-counter.ts';
import type { SelfQuarantine } from './self-quarantine.ts';

/** Milliseconds after which the book is told of nothing, so that it forgets what is old. */
const tidyEvery = 60 * 60 * 1000;

/** Milliseconds that a server that stops waits for the last of it. */
const lastPatience = 3_000;

/** What the teller needs. */
export interface ToldBookOptions {
  readonly health: Pick<HealthBook, 'add'>;
  readonly counter: ReportCounter;
  /** Null where releases are only counted. */
  readonly quarantine: SelfQuarantine | null;
  readonly log: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Tells the health book every few seconds what this server was told, and has it looked at as long as failures are recent.
 * While the store is away it keeps what it has, within bounds, and nothing is decided.
 */
export class ToldBook {
  readonly #options: ToldBookOptions;
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> | null = null;
  #tidiedAt: number;
  #isAway = false;
  /** Whether the last look failed. */
  #isBlind = false;

  constructor(options: ToldBookOptions) {
    this.#options = options;
    this.#tidiedAt = options.now();
  }

  /** Whether the store did not take what it was told last, or could not be looked at. */
  get isAway(): boolean {
    return this.#isAway || this.#isBlind;
  }

  /** Begins to tell. @param every milliseconds between two times */
  start(every: number): void {
    // It holds no process that is done otherwise.
    this.#timer = setInterval(() => void this.tell(), every).unref();
  }

  /** Ends, and tells what is left, if that does not take long. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#telling;
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      late = setTimeout(resolve, lastPatience);
    });
    await Promise.race([this.#tellOnce(), patience]);
    clearTimeout(late);
  }

  /** Tells now, or waits for what is under way. It never throws. */
  tell(): Promise<void> {
    return (this.#telling ??= this.#tellAndLook().finally(() => {
      this.#telling = null;
    }));
  }

  async #tellAndLook(): Promise<void> {
    const { counter, quarantine, now } = this.#options;
    const isHeard = await this.#tellOnce();
    const isRecent = now() - counter.lastFailure < recentMinutes * 60_000;
    if (!isHeard || !isRecent || quarantine === null) return;
    try {
      await quarantine.look();
      this.#isBlind = false;
    } catch (err) {
      if (!this.#isBlind) this.#options.log.error({ err }, 'it cannot be found out whether a release is to blame; nothing is put in quarantine');
      this.#isBlind = true;
    }
  }

  /** Whether the store has all that this server was told. */
  async #tellOnce(): Promise<boolean> {
    const { health, counter, now } = this.#options;
    const isUntidy = now() - this.#tidiedAt >= tidyEvery;
    const tallies = counter.unsent.take();
    if (tallies.length === 0 && !isUntidy) return !this.#isAway;
    try {
      await health.add(tallies);
      this.#tidiedAt = now();
      this.#isAway = false;
      return true;
    } catch (err) {
      // If only the answer was lost, who was shown something counts twice; who was not is known again.
      counter.unsent.putBack(tallies);
      if (!this.#isAway) this.#options.log.error({ err }, 'what tabs report cannot be kept; nothing is put in quarantine');
      this.#isAway = true;
      return false;
    }
  }
}
