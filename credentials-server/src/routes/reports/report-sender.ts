import { type HealthBook, RECENT_MINUTES } from '@atrium/releases/health';
import type { FastifyBaseLogger } from 'fastify';
import type { ReportCounter } from './counting.ts';
import type { SelfQuarantine } from './quarantine.ts';

/** Milliseconds after which the store gets an empty list, which makes it delete old tallies. */
const CLEAN_UP_INTERVAL_MS = 60 * 60 * 1000;

/** Milliseconds that a stopping server waits for its last reports to be stored. */
const STOP_TIMEOUT_MS = 3_000;

/** What the sender needs. */
interface ReportSenderOptions {
  readonly health: Pick<HealthBook, 'add' | 'addFailures'>;
  readonly counter: Pick<ReportCounter, 'buffer' | 'lastFailure'>;
  readonly quarantine: Pick<SelfQuarantine, 'check'>;
  readonly log: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Sends the counted reports to the store every few seconds, and checks for failing releases while there are recent
 * failures. While the store is unavailable, reports are buffered and no release is put in quarantine.
 */
export class ReportSender {
  readonly #options: ReportSenderOptions;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;
  #lastSent: number;
  #sendingFailed = false;
  #checkFailed = false;
  #failuresFailed = false;

  constructor(options: ReportSenderOptions) {
    this.#options = options;
    this.#lastSent = options.now();
  }

  /** Whether the store could not take the last reports, or not be read for the last check. */
  get isStoreUnavailable(): boolean {
    return this.#sendingFailed || this.#checkFailed;
  }

  /** Starts to send. @param interval in milliseconds */
  start(interval: number): void {
    // The timer must not keep the process alive.
    this.#timer = setInterval(() => void this.#sendAndCheck(), interval).unref();
  }

  /** Stops, and sends the remaining reports if the store responds in time. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT_MS);
    });
    await Promise.race([this.#sendRest(), timeout]);
    clearTimeout(timer);
  }

  async #sendRest(): Promise<void> {
    await this.#sending;
    await this.#send();
    await this.#sendFailures();
  }

  /** Sends once at a time. It never throws. */
  #sendAndCheck(): Promise<void> {
    return (this.#sending ??= this.#sendThenCheck().finally(() => {
      this.#sending = null;
    }));
  }

  async #sendThenCheck(): Promise<void> {
    const { counter, quarantine, now } = this.#options;
    const isSent = await this.#send();
    await this.#sendFailures();
    const hasRecentFailures = now() - counter.lastFailure < RECENT_MINUTES * 60_000;
    // After a failed check, another one finds out whether the store is available again.
    if (!isSent || !(hasRecentFailures || this.#checkFailed)) return;
    try {
      await quarantine.check();
      this.#checkFailed = false;
    } catch (err) {
      if (!this.#checkFailed) this.#options.log.error({ err }, 'failing releases cannot be checked; no release is put in quarantine');
      this.#checkFailed = true;
    }
  }

  /** Sends what is known about failures. It decides nothing, so what cannot be stored is lost. */
  async #sendFailures(): Promise<void> {
    const { health, counter, log } = this.#options;
    const failures = counter.buffer.takeFailures();
    if (failures.length === 0) return;
    try {
      await health.addFailures(failures);
      this.#failuresFailed = false;
    } catch (err) {
      if (!this.#failuresFailed) log.error({ err }, 'the traces of failures cannot be stored');
      this.#failuresFailed = true;
    }
  }

  /** @returns whether the store has everything that this server counted */
  async #send(): Promise<boolean> {
    const { health, counter, now } = this.#options;
    const isCleanUpDue = now() - this.#lastSent >= CLEAN_UP_INTERVAL_MS;
    const tallies = counter.buffer.take();
    // After a failure, an empty list finds out whether the store is available again.
    if (tallies.length === 0 && !isCleanUpDue && !this.#sendingFailed) return true;
    try {
      await health.add(tallies);
      this.#lastSent = now();
      this.#sendingFailed = false;
      return true;
    } catch (err) {
      // If only the store's response was lost, shown pages count twice. Failed visitors do not, because of their marks.
      counter.buffer.putBack(tallies);
      if (!this.#sendingFailed) this.#options.log.error({ err }, 'reports cannot be stored; no release is put in quarantine');
      this.#sendingFailed = true;
      return false;
    }
  }
}
